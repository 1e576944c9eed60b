"""A missing optional part is skipped with its reason at home, and is an error in CI."""

import pytest

from tests.support.optional import missing


def test_at_home_the_test_is_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GREFFIER_REQUIRE_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"no-such-thing .*\(install it\)"):
        missing("no-such-thing", "install it")


def test_where_all_parts_are_required_the_test_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREFFIER_REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="no-such-thing"):
        missing("no-such-thing", "install it")
