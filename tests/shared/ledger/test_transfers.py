"""The transfers of a settlement, and the identities that every ledger of them keeps."""

from collections import defaultdict
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.ledger.transfers import (
    Transfer,
    clearing_account,
    house_account,
    player_account,
    settlement_transfers,
)
from tests.support.table_spec import GAME, START

AMOUNT_MAX = 10**15
FOUR_PLAYERS = ("ann", "bea", "cid", "dan")

player_ids = st.text("abcdef0123456789:._-", min_size=1, max_size=8)
currencies = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=3, max_size=8)


@st.composite
def settlements(
    draw: st.DrawFn,
) -> tuple[tuple[int, int, int, int], tuple[str | None, ...]]:
    """Four amounts that sum to zero, and the players liable for them."""
    amounts = st.integers(-AMOUNT_MAX, AMOUNT_MAX)
    first, second, third = draw(amounts), draw(amounts), draw(amounts)
    seats = draw(st.tuples(*[st.none() | player_ids] * 4))
    return (first, second, third, -first - second - third), seats


def balances(transfers: Iterable[Transfer]) -> dict[str, int]:
    """Account → credits minus debits."""
    balance: dict[str, int] = defaultdict(int)
    for transfer in transfers:
        balance[transfer.debit] -= transfer.amount
        balance[transfer.credit] += transfer.amount
    return dict(balance)


@pytest.mark.clause("CO-PAY-5")
def test_one_transfer_a_seat_between_its_account_and_the_games() -> None:
    game, ann = f"game:{GAME}", "player:ann:EUR"
    bots = "house:bots:EUR"
    assert settlement_transfers(
        GAME, 93, START, (30, -10, -20, 0), ("ann", None, "cid", None), "EUR"
    ) == (
        Transfer(GAME, 93, 0, game, ann, 30, "EUR", START),
        Transfer(GAME, 93, 1, bots, game, 10, "EUR", START),
        Transfer(GAME, 93, 2, "player:cid:EUR", game, 20, "EUR", START),
        Transfer(GAME, 93, 3, game, bots, 0, "EUR", START),
    )


@pytest.mark.clause("CO-PAY-1")
def test_a_game_for_fun_is_written_all_the_same() -> None:
    transfers = settlement_transfers(GAME, 93, START, (0, 0, 0, 0), FOUR_PLAYERS, "XXX")
    assert [transfer.amount for transfer in transfers] == [0, 0, 0, 0]
    assert [transfer.seat for transfer in transfers] == [0, 1, 2, 3]


@pytest.mark.clause("CO-PAY-2")
def test_what_does_not_sum_to_zero_is_no_settlement() -> None:
    with pytest.raises(AssertionError, match="sum to zero"):
        settlement_transfers(GAME, 93, START, (1, 0, 0, 0), FOUR_PLAYERS, "EUR")


@given(settlements())
def test_transfers_move_amounts_that_are_never_negative_between_two_accounts(
    settlement: tuple[tuple[int, int, int, int], tuple[str | None, ...]],
) -> None:
    amounts, players = settlement
    transfers = settlement_transfers(GAME, 7, START, amounts, players, "EUR")
    assert len({(transfer.game, transfer.seq, transfer.seat) for transfer in transfers}) == 4
    assert all(transfer.amount >= 0 for transfer in transfers)
    assert all(transfer.debit != transfer.credit for transfer in transfers)


@given(st.lists(settlements(), min_size=1, max_size=5))
def test_the_clearing_account_ends_at_zero_and_every_other_at_what_its_owner_won(
    settled: list[tuple[tuple[int, int, int, int], tuple[str | None, ...]]],
) -> None:
    won: dict[str, int] = defaultdict(int)
    transfers: list[Transfer] = []
    for seq, (amounts, players) in enumerate(settled, start=1):
        transfers += settlement_transfers(GAME, seq, START, amounts, players, "EUR")
        for amount, player in zip(amounts, players, strict=True):
            account = house_account("EUR") if player is None else player_account(player, "EUR")
            won[account] += amount
    balance = balances(transfers)
    assert balance.pop(clearing_account(GAME)) == 0
    assert balance == won
    assert sum(balance.values()) == 0


@given(st.tuples(player_ids, currencies), st.tuples(player_ids, currencies))
def test_two_owners_or_two_currencies_never_share_an_account(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    assert (player_account(*one) == player_account(*other)) == (one == other)
    names = {player_account(*one), house_account(one[1]), clearing_account(GAME)}
    assert len(names) == 3
