"""Only the scripts of ``shared/adapters/redis/scripts.py`` write to a game's log."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import called, imported, python_files, tree

SCRIPTS = Path("shared/adapters/redis/scripts.py")

# Each drops or adds what a log is made of, or runs a text that could.
STREAM_WRITES = {
    ".eval",
    ".execute_command",
    ".flushall",
    ".flushdb",
    ".fcall",
    ".xadd",
    ".xdel",
    ".xsetid",
    ".xtrim",
}
# Other things are deleted and unlinked, too; in a module that talks to Redis these mean keys.
KEY_WRITES = {".delete", ".rename", ".restore", ".unlink"}

REDIS = "shared/adapters/redis/"
ALLOWED = {
    (REDIS + "feed.py", ".xtrim"): "the feed repeats what the logs hold",
    (REDIS + "gateway_link.py", ".xadd"): "commands come before a log",
    (REDIS + "journal.py", ".xtrim"): "refusals are evidence beside a log, archived before",
    (REDIS + "queue.py", ".delete"): "a spoilt commands stream is laid anew, commands kept",
    (REDIS + "queue.py", ".xadd"): "commands come before a log; parked ones never reach it",
    (REDIS + "queue.py", ".xdel"): "a command that no log will answer leaves the stream",
    (REDIS + "replies.py", ".xadd"): "replies are in the cache",
    (REDIS + "views.py", ".unlink"): "views are in the cache",
    (REDIS + "views.py", ".xadd"): "news are in the cache",
}
LUA_ALLOWED = {
    SCRIPTS: "commit, restore, close",
    Path(REDIS + "command_scripts.py"): "commands are read, before a log",
    Path(REDIS + "leases.py"): "the owner of a partition, beside the logs",
    Path(REDIS + "presence.py"): "who is at work is in the cache",
}

SOURCES = python_files("shared", "services", "workers")


def talks_to_redis(module: ast.Module) -> bool:
    return any(name.split(".")[0] == "redis" for name, _ in imported(module))


def writes(module: ast.Module) -> Iterator[tuple[str, int]]:
    """The calls of ``module`` that could write to a log, with their lines."""
    suspicious = STREAM_WRITES | (KEY_WRITES if talks_to_redis(module) else set())
    for name, line in called(module):
        if name in suspicious:
            yield name, line


def holds_lua(module: ast.Module) -> bool:
    """Whether a string of ``module`` calls a command from a script."""
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and ("redis.call" in node.value or "redis.pcall" in node.value)
        for node in ast.walk(module)
    )


def test_no_other_module_could_write_to_a_log() -> None:
    found = [
        f"{path}:{line}: {name}"
        for path in SOURCES
        for name, line in writes(tree(path))
        if path != SCRIPTS and (str(path), name) not in ALLOWED
    ]
    assert found == []


def test_no_other_module_holds_a_script_that_could() -> None:
    assert {path for path in SOURCES if holds_lua(tree(path))} <= set(LUA_ALLOWED)


def test_every_exception_is_still_needed() -> None:
    used = {(str(path), name) for path in SOURCES for name, _ in writes(tree(path))}
    assert used >= ALLOWED.keys()
    assert all(holds_lua(tree(path)) for path in LUA_ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        "client.xadd(log, entry)",
        "pipe.xtrim(key, maxlen=0)",
        "self._server.eval(text, 0)",
        "from redis import Redis\nclient.delete(head)",
    ],
)
def test_a_module_that_writes_is_found_out(source: str) -> None:
    assert list(writes(ast.parse(source)))


def test_deleting_a_file_or_a_row_is_not_writing_to_a_log() -> None:
    assert not list(writes(ast.parse("path.unlink()\ntable.delete()")))


def test_lua_in_another_module_is_found_out() -> None:
    assert holds_lua(ast.parse("""script = "redis.call('XADD', KEYS[1])" """))
