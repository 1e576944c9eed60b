"""The port Transfers, and what the ledger lets nobody post."""

import pytest
from msgspec.structs import replace

from shared.ledger.transfers import Transfer, clearing_account, house_account, player_account
from shared.ports import Archive, ArchiveMismatch, Transfers
from tests.shared.adapters.sql.archived import (
    AMOUNTS,
    OPENED_AT,
    PLAYERS,
    commit,
    game_id,
    settlement,
)

GAME = game_id(1)
OTHER = game_id(2)
ANN, BOB = PLAYERS[0], PLAYERS[1]
LARGEST = 2**63 - 1


def test_transfers_of_a_game_are_those_stored_with_its_entries(
    archive: Archive, transfers: Transfers
) -> None:
    posted = settlement(GAME, 2)
    archive.store([commit(GAME, transfers=posted), commit(OTHER, transfers=settlement(OTHER, 3))])
    assert transfers.of_game(GAME) == list(posted)
    assert transfers.of_game(game_id(3)) == []


def test_transfers_of_a_player_are_those_of_all_games_in_order_of_time(
    archive: Archive, transfers: Transfers
) -> None:
    late, early = settlement(GAME, 3, OPENED_AT + 9), settlement(OTHER, 2, OPENED_AT + 1)
    archive.store([commit(GAME, transfers=late), commit(OTHER, transfers=early)])
    assert transfers.of_player(ANN) == [early[0], late[0]]
    assert transfers.of_player(BOB) == [early[1], late[1]]


@pytest.mark.parametrize("stranger", ["a" * 31, "a" * 33, "", "bots"])
def test_a_player_has_no_transfers_of_who_is_called_alike(
    archive: Archive, transfers: Transfers, stranger: str
) -> None:
    archive.store([commit(GAME, transfers=settlement(GAME, 3))])
    assert transfers.of_player(stranger) == []


def test_balances_are_sums_and_the_clearing_account_ends_at_zero(
    archive: Archive, transfers: Transfers
) -> None:
    first, second = settlement(GAME, 2), settlement(GAME, 3)
    archive.store([commit(GAME, transfers=(*first, *second))])
    balances = transfers.balances()
    expected = {
        (player_account(player, "EUR") if player else house_account("EUR"), "EUR"): 2 * amount
        for player, amount in zip(PLAYERS, AMOUNTS, strict=True)
    }
    assert balances == {**expected, (clearing_account(GAME), "EUR"): 0}
    assert sum(balances.values()) == 0


def test_each_currency_has_its_own_balance(archive: Archive, transfers: Transfers) -> None:
    euros = Transfer(GAME, 1, 0, "ann", "bob", 5, "EUR", 1)
    liras = Transfer(GAME, 1, 1, "bob", "ann", 7, "TRY", 1)
    archive.store([commit(GAME, transfers=(euros, liras))])
    assert transfers.balances() == {
        ("ann", "EUR"): -5,
        ("bob", "EUR"): 5,
        ("ann", "TRY"): 7,
        ("bob", "TRY"): -7,
    }


def test_an_empty_ledger_has_no_balances(transfers: Transfers) -> None:
    assert transfers.balances() == {}


def test_the_largest_amount_and_zero_are_posted_exactly(
    archive: Archive, transfers: Transfers
) -> None:
    posted = (
        Transfer(GAME, 1, 0, "ann", "bob", LARGEST, "EUR", 1),
        Transfer(GAME, 1, 1, "ann", "bob", 0, "EUR", 1),
    )
    archive.store([commit(GAME, transfers=posted)])
    assert transfers.of_game(GAME) == list(posted)
    assert transfers.balances()["bob", "EUR"] == LARGEST


def test_sums_beyond_64_bits_are_exact(archive: Archive, transfers: Transfers) -> None:
    posted = tuple(Transfer(GAME, 1, seat, "ann", "bob", LARGEST, "EUR", 1) for seat in range(4))
    archive.store([commit(GAME, transfers=posted)])
    assert transfers.balances() == {("ann", "EUR"): -4 * LARGEST, ("bob", "EUR"): 4 * LARGEST}


SOUND = Transfer(GAME, 3, 0, "ann", "bob", 5, "EUR", 1)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(replace(SOUND, amount=-1), id="negative"),
        pytest.param(replace(SOUND, amount=LARGEST + 1), id="more than 64 bits"),
        pytest.param(replace(SOUND, credit="ann"), id="from an account to itself"),
        pytest.param(replace(SOUND, currency=""), id="in no currency"),
        pytest.param(replace(SOUND, seat=4), id="for a fifth seat"),
        pytest.param(replace(SOUND, seq=4), id="of an entry not archived"),
        pytest.param(replace(SOUND, seq=0), id="of no entry"),
        pytest.param(replace(SOUND, game=OTHER), id="of a game not archived"),
    ],
)
def test_nobody_can_post(archive: Archive, transfers: Transfers, wrong: Transfer) -> None:
    with pytest.raises(ArchiveMismatch):
        archive.store([commit(GAME, transfers=(wrong,))])
    assert transfers.balances() == {}
    archive.store([commit(GAME, transfers=(SOUND,))])
    assert transfers.of_game(GAME) == [SOUND]


@pytest.mark.parametrize("second", [SOUND, replace(SOUND, amount=6)], ids=["equal", "differing"])
def test_a_key_is_posted_once(archive: Archive, transfers: Transfers, second: Transfer) -> None:
    first = commit(GAME, transfers=(SOUND,))
    archive.store([first])
    with pytest.raises(ArchiveMismatch):
        archive.store([commit(GAME, first.after, transfers=(second,))])
    assert archive.position(GAME) == first.after
    assert transfers.of_game(GAME) == [SOUND]
