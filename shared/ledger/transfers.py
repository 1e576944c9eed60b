"""Double entry: what a transfer is, and which transfers a settlement makes."""

from collections.abc import Sequence

from msgspec import Struct


class Transfer(Struct, frozen=True):
    """``amount`` leaves ``debit`` and reaches ``credit``; never updated, never deleted.

    Unique by (game, seq, seat). Amounts are in the smallest unit of ``currency``, never
    negative; a transfer of 0 is still written (CO-PAY-1).
    """

    game: str
    seq: int
    """The settlement event it posts."""
    seat: int
    debit: str
    credit: str
    amount: int
    currency: str
    at: int
    """Milliseconds since the epoch: the settlement event's own time."""


def player_account(player: str, currency: str) -> str:
    return f"player:{player}:{currency}"


def house_account(currency: str) -> str:
    """Where bots win and lose."""
    return f"house:bots:{currency}"


def clearing_account(game: str) -> str:
    """The game's own account, which ends at zero."""
    return f"game:{game}"


def settlement_transfers(
    game: str,
    seq: int,
    at: int,
    amounts: Sequence[int],
    players: Sequence[str | None],
    currency: str,
) -> tuple[Transfer, ...]:
    """One transfer a seat between its account and the clearing account.

    ``amounts`` are what each seat receives (+) or pays (-), smallest unit, summing to zero;
    ``players`` the player liable for each seat, None for a bot.
    """
    assert sum(amounts) == 0, f"a settlement must sum to zero: {amounts}"
    clearing = clearing_account(game)
    transfers = []
    for seat, (amount, player) in enumerate(zip(amounts, players, strict=True)):
        account = house_account(currency) if player is None else player_account(player, currency)
        debit, credit = (clearing, account) if amount >= 0 else (account, clearing)
        transfers.append(Transfer(game, seq, seat, debit, credit, abs(amount), currency, at))
    return tuple(transfers)
