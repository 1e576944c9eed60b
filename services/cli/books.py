"""What the command line shows of the ledger: transfers, balances, and whether they add up."""

from collections import Counter
from collections.abc import Mapping, Sequence

from services.cli.printing import say, say_json, say_table
from services.cli.status import verdict
from shared.ledger.transfers import Transfer, clearing_account


def show_transfers(posted: Sequence[Transfer], *, as_json: bool) -> None:
    """Transfers as they stand, oldest first."""
    if as_json:
        say_json(posted)
    elif not posted:
        say("no transfers")
    else:
        rows = [(t.game, t.seq, t.seat, t.debit, t.credit, t.amount, t.currency) for t in posted]
        columns = ("game", "entry", "seat", "debit", "credit", "amount", "currency")
        say_table("transfers", columns, rows)


def show_game(game: str, posted: Sequence[Transfer], *, as_json: bool) -> int:
    """One game's transfers; its clearing account must end at zero."""
    if as_json:
        say_json(posted)
    else:
        columns = ("seat", "entry", "from", "to", "amount", "currency")
        rows = [
            (t.seat, t.seq, _side(t.debit), _side(t.credit), t.amount, t.currency) for t in posted
        ]
        say_table(f"transfers of game {game}", columns, rows)
        say(f"the game's clearing account: {cleared(game, posted)}")
    return verdict(good=cleared(game, posted) == 0)


def cleared(game: str, posted: Sequence[Transfer]) -> int:
    """What the transfers leave on the game's clearing account; zero if all was settled."""
    account = clearing_account(game)
    return sum(t.amount * ((t.credit == account) - (t.debit == account)) for t in posted)


def _side(account: str) -> str:
    return "the game" if account.startswith("game:") else account


def show_balances(balances: Mapping[tuple[str, str], int], *, as_json: bool) -> int:
    """Every account's balance; they must sum to zero in each currency."""
    sums: Counter[str] = Counter()
    for (_, currency), balance in balances.items():
        sums[currency] += balance
    if as_json:
        rows = [
            {"account": account, "currency": currency, "balance": balance}
            for (account, currency), balance in balances.items()
        ]
        say_json({"balances": rows, "sums": sums})
    elif not balances:
        say("no transfers")
    else:
        listed = [
            (account, balance, currency) for (account, currency), balance in balances.items()
        ]
        say_table("balances", ("account", "balance", "currency"), listed)
        for currency, total in sums.items():
            say(f"all {currency} accounts together: {total}")
    return verdict(good=not any(sums.values()))
