"""What classes say of themselves and of their fields, in the words of their docstrings."""

import ast
import inspect


def first_sentence(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split()).replace("``", "`")


def field_docs(kind: type) -> dict[str, str]:
    """What the docstrings under the fields of a class say."""
    (parsed,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(parsed, ast.ClassDef)
    docs: dict[str, str] = {}
    for before, after in zip(parsed.body, parsed.body[1:], strict=False):
        match before, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(said))),
            ):
                docs[name] = " ".join(said.split()).replace("``", "`")
    return docs
