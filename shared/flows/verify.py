"""Three independent verdicts on a game's log: its bytes, its rules, its money.

*bytes*: every entry is canonical, in its place, and chained to the head that was witnessed.
*rules*: the keys fit the anchor, and every command, rebuilt from the log and decided again on
the pack that those keys deal, gives the very same events. *money*: every settlement balances,
is what stake times points says, and stands in the ledger exactly so.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.flows.events import CODEC
from shared.flows.redecide import Redecider
from shared.journal import chain
from shared.journal.codec import Entry
from shared.journal.commits import whole_commits
from shared.journal.envelope import Unreadable
from shared.journal.position import Position
from shared.ledger.transfers import Transfer, clearing_account, settlement_transfers
from shared.ports import GameId
from shared.table.events import GameOpened, SettlementMade

Check: TypeAlias = Literal["bytes", "rules", "money"]

_OF_MONEY: Final = frozenset({GameOpened, SettlementMade})


class Finding(Struct, frozen=True):
    """One thing that is wrong, and where."""

    check: Check
    seq: int | None
    """The entry; None: the game as a whole."""
    text: str


class Witness(Struct, frozen=True):
    """What is known of the game from elsewhere; what is None is not compared."""

    head: Position | None = None
    """Where the log must end."""
    chains: Sequence[bytes] | None = None
    """The chain after each entry, as an export notes it: names the first altered entry."""
    transfers: Sequence[Transfer] | None = None
    """The ledger's rows of the game."""


class Verdicts(Struct, frozen=True):
    """What was found. ``sealed_from``: a running deal, whose rules can be judged once opened."""

    game: str
    entries: int
    findings: tuple[Finding, ...]
    sealed_from: int | None

    def good(self, check: Check) -> bool:
        return all(finding.check != check for finding in self.findings)

    @property
    def all_good(self) -> bool:
        return not self.findings

    def line(self) -> str:
        """``verdict: bytes good, rules good, money good``."""
        checks: tuple[Check, ...] = ("bytes", "rules", "money")
        words = (f"{check} {'good' if self.good(check) else 'WRONG'}" for check in checks)
        return f"verdict: {', '.join(words)}"


def verify(game: GameId, raws: Sequence[bytes], witness: Witness) -> Verdicts:
    """Judge the log ``raws`` of ``game``. Never raises for what is in it."""
    findings: list[Finding] = list(_chain_findings(game, raws, witness))
    entries: list[Entry] = []
    for place, raw in enumerate(raws, 1):
        try:
            entry = CODEC.decode(raw)
        except Unreadable as error:
            findings += _unreadable(place, error)
            break
        if entry.seq != place:
            findings += _unreadable(place, f"the entry says that it is {entry.seq}")
            break
        entries.append(entry)
    sealed_from = _judge_rules(game, entries, findings)
    findings += _money_findings(game, entries, witness)
    return Verdicts(game, len(raws), tuple(findings), sealed_from)


def _chain_findings(game: GameId, raws: Sequence[bytes], witness: Witness) -> Iterable[Finding]:
    position = chain.origin(game)
    if witness.chains is None:
        position = chain.advance(position, raws)
    else:
        for place, raw in enumerate(raws):
            position = chain.advance(position, (raw,))
            if witness.chains[place] != position.chain:
                yield Finding("bytes", position.seq, "its bytes are not those that were chained")
                return
    if witness.head is not None and witness.head != position:
        known = f"{witness.head.seq} (chain {witness.head.chain.hex()[:16]}…)"
        found = f"{position.seq} (chain {position.chain.hex()[:16]}…)"
        yield Finding("bytes", None, f"the log ends at {found}, the head known is {known}")


def _unreadable(seq: int, reason: Exception | str) -> Iterable[Finding]:
    """What cannot be read cannot be judged by its rules either, from there on."""
    yield Finding("bytes", seq, f"unreadable: {reason}")
    yield Finding("rules", seq, "not judged from here on: the entry is unreadable")


def _judge_rules(game: GameId, entries: Sequence[Entry], findings: list[Finding]) -> int | None:
    """Decide every commit again; the seq of a deal that is still sealed, or None."""
    try:
        commits = whole_commits(entries)
    except Unreadable as error:
        findings.append(Finding("rules", None, str(error)))
        return None
    redecider = Redecider(game, entries)
    for place, commit in enumerate(commits):
        sealed = redecider.is_sealed(commit)
        wrong = redecider.check_sealed(commits[place:]) if sealed else redecider.check(commit)
        if wrong is not None:
            findings.append(Finding("rules", wrong.seq, wrong.text))
            return None
        if sealed:
            return commit[0].seq
    return None


def _money_findings(game: GameId, entries: Sequence[Entry], witness: Witness) -> Iterable[Finding]:
    expected: list[Transfer] = []
    stake = currency = None
    for entry in entries:
        event = entry.event
        if type(event) not in _OF_MONEY:
            continue
        if isinstance(event, GameOpened):
            stake, currency = event.options.stake, event.options.currency.code
            continue
        assert isinstance(event, SettlementMade)
        wrong = _settlement_wrong(event, stake, currency)
        if wrong is not None:
            yield Finding("money", entry.seq, wrong)
            continue
        expected += settlement_transfers(
            game, entry.seq, entry.at, event.amounts, event.players, event.currency
        )
    if witness.transfers is not None:
        yield from _ledger_findings(expected, witness.transfers)


def _settlement_wrong(
    event: SettlementMade, stake: int | None, currency: str | None
) -> str | None:
    if sum(event.points) != 0 or sum(event.amounts) != 0:
        return f"does not balance: {event.amounts} (CO-PAY-2)"
    if (event.stake, event.currency) != (stake, currency):
        return f"is at {event.stake} {event.currency}; the table opened at {stake} {currency}"
    if event.amounts != tuple(event.stake * points for points in event.points):
        return f"amounts {event.amounts} are not {event.stake} times {event.points} (CO-PAY-1)"
    return None


def _ledger_findings(
    expected: Sequence[Transfer], posted: Sequence[Transfer]
) -> Iterable[Finding]:
    by_place = {(transfer.seq, transfer.seat): transfer for transfer in posted}
    for transfer in expected:
        found = by_place.pop((transfer.seq, transfer.seat), None)
        if found is None:
            yield Finding("money", transfer.seq, f"seat {transfer.seat}: not in the ledger")
        elif found != transfer:
            yield Finding("money", transfer.seq, _not_as_posted(transfer, found))
    for seq, seat in by_place:
        yield Finding("money", seq, f"seat {seat}: the ledger holds what no settlement made")


def _not_as_posted(due: Transfer, found: Transfer) -> str:
    """How a row of the ledger differs from the transfer that its settlement makes."""
    held, right = _in_words(found), _in_words(due)
    if held == right:
        held, right = (f"{held} at {one.at}" for one in (found, due))
    return f"seat {due.seat}: the ledger holds {held}, not {right}"


def _in_words(transfer: Transfer) -> str:
    """``870 XXX from house:bots:XXX to the game``."""
    own = clearing_account(transfer.game)
    payer, payee = (
        "the game" if account == own else account for account in (transfer.debit, transfer.credit)
    )
    return f"{transfer.amount} {transfer.currency} from {payer} to {payee}"
