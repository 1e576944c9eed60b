"""`greffier ledger`: transfers, balances, and a status that says whether they add up."""

import json

import pytest

from services.cli.books import show_balances, show_game
from shared.ledger.transfers import settlement_transfers
from tests.services.cli.conftest import ENDED, RUNNING, Greffier

pytestmark = pytest.mark.usefixtures("at_home")


def test_a_games_transfers_end_at_zero(greffier: Greffier) -> None:
    status, out, _ = greffier("ledger", "--game", ENDED)
    lines = out.splitlines()
    assert lines[0] == f"transfers of game {ENDED}"
    assert lines[1].split() == ["seat", "entry", "from", "to", "amount", "currency"]
    assert [line.split()[0] for line in lines[3:7]] == ["0", "1", "2", "3"]
    assert lines[-1] == "the game's clearing account: 0"
    assert status == 0


def test_balances_sum_to_zero(greffier: Greffier) -> None:
    status, out, _ = greffier("ledger")
    assert out.splitlines()[-1] == "all XXX accounts together: 0"
    assert status == 0
    listed = json.loads(greffier("ledger", "--json").out)
    accounts = {row["account"]: row["balance"] for row in listed["balances"]}
    assert accounts == {f"game:{ENDED}": 0, "house:bots:XXX": 0}
    assert listed["sums"] == {"XXX": 0}


def test_transfers_for_programs(greffier: Greffier) -> None:
    posted = json.loads(greffier("ledger", "--game", ENDED, "--json").out)
    assert [transfer["seat"] for transfer in posted] == [0, 1, 2, 3]
    net = sum(t["amount"] * (1 if t["credit"].startswith("game:") else -1) for t in posted)
    assert net == 0
    assert any(transfer["amount"] for transfer in posted)


def test_who_has_no_transfers_is_told_so(greffier: Greffier) -> None:
    assert greffier("ledger", "--player", "0" * 32) == (0, "no transfers\n", "")
    assert greffier("ledger", "--player", "0" * 32, "--game", RUNNING).out == "no transfers\n"


def test_a_clearing_account_that_is_not_zero_is_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    posted = settlement_transfers(ENDED, 9, 0, (4, -1, -1, -2), (None,) * 4, "XXX")
    assert show_game(ENDED, posted[:3], as_json=False) == 1
    assert capsys.readouterr().out.endswith("the game's clearing account: -2\n")


def test_books_that_do_not_balance_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    balances = {("player:a:EUR", "EUR"): 5, ("player:b:EUR", "EUR"): -4, ("x", "XXX"): 0}
    assert show_balances(balances, as_json=False) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "all EUR accounts together: 1",
        "all XXX accounts together: 0",
    ]
