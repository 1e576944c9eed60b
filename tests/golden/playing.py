"""A planned game played to its end: the log that comes out, and the ledger's rows of it."""

from hashlib import sha256
from random import Random
from typing import Any, Final

from msgspec import Raw, Struct, to_builtins
from msgspec.msgpack import encode

from shared import catalogue
from shared.fairness.deals import seed_commitment
from shared.fairness.keys import master_key_id
from shared.flows.fold import Folded, unread
from shared.flows.records import archived_commits
from shared.flows.secrets import MasterSecrets
from shared.flows.submit import decide_command
from shared.journal import chain
from shared.journal.position import Position
from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import SEATS, Seat
from shared.ledger.transfers import Transfer
from shared.ports import Command, GameId
from shared.table.deadlines import Deadline, deadline_of, house_moves
from shared.table.state import Over, Revealing, Seating, Underway
from shared.table.view import to_move
from tests.golden.plans import PAUSE, TIME_OUT, Incident, Plan

MASTER: Final = bytes(range(32))
SECRETS: Final = MasterSecrets(MASTER, {master_key_id(MASTER): MASTER})
OPENED_AT: Final = 1_700_000_000_000
THOUGHT_MS: Final = 700
"""How long everyone takes over everything."""
VOIDED_BY: Final = {"table.void_deal": {"reason": "the log may have lost its tail"}}


class Played(Struct, frozen=True):
    """A whole game."""

    game: GameId
    entries: tuple[bytes, ...]
    head: Position
    transfers: tuple[Transfer, ...]


def play(plan: Plan) -> Played:
    """The game that ``plan`` gives, its moves drawn from all that are legal; always the same."""
    return _Play(plan).run()


class _Play:
    def __init__(self, plan: Plan) -> None:
        rules = catalogue.BY_NAME[plan.rules]
        place = f"{plan.rules}/{rules.RULESET}/{plan.name}"
        self._plan: Final = plan
        self._dice: Final = Random(place)
        game = GameId(f"03{sha256(place.encode()).hexdigest()[:32]}")
        self._folded: Folded = unread(game)
        self._entries: Final[list[bytes]] = []
        self._incidents: Final = list(plan.incidents)
        self._now = OPENED_AT
        self._asked = 0
        self._moves = 0

    def run(self) -> Played:
        game = self._folded.game
        self._ask("player:host", "table.open", self._opening())
        while not isinstance(self._folded.table, Over):
            incident = self._incidents[0] if self._incidents else None
            if incident is None or not self._happened(incident):
                self._go_on()
        assert not self._incidents, f"{self._plan.name}: never came to {self._incidents[0]}"
        archived = archived_commits(game, chain.origin(game), self._entries)
        return Played(game, tuple(self._entries), archived.after, archived.transfers)

    # --- what happens ---------------------------------------------------------------------------

    def _happened(self, incident: Incident) -> bool:
        """Let it happen, if its time has come and it can."""
        if self._place() < (incident.deal, incident.moves):
            return False
        if incident.what == TIME_OUT:
            deadline = self._deadline()
            if deadline.kind != "turn" or self._house_moves():
                return False
            self._moves += 1
            self._run_out(deadline)
        else:
            is_player = incident.who in self._plan.players
            actor = f"player:{incident.who}" if is_player else incident.who
            self._ask(actor, incident.what, VOIDED_BY.get(incident.what, {}))
        self._incidents.remove(incident)
        return True

    def _place(self) -> tuple[int, int]:
        table = self._folded.table
        if not isinstance(table, Underway):
            return 0, len(self._entries)
        if table.deal is not None:
            return table.deal.number, self._moves
        return self._rules.deals_done(table.match), PAUSE

    def _go_on(self) -> None:
        match self._folded.table:
            case Seating(seats=seats):
                seat = next(seat for seat in SEATS if seats[seat] is None)
                self._sit(seat)
            case Revealing(seats=seats):
                hidden = [one.player for one in seats if not one.is_bot and one.seed is None]
                if hidden:
                    self._ask(f"player:{hidden[0]}", "table.seed", {"seed": _seed(hidden[0])})
                else:
                    self._run_out(self._deadline())
            case Underway(deal=None):
                self._run_out(self._deadline())
            case Underway():
                self._move()

    def _opening(self) -> dict[str, Any]:
        return {
            "client": "golden",
            "rules": self._plan.rules,
            "options": self._plan.options,
            "house_rules": self._plan.house_rules,
            "bots": [seat for seat in SEATS if self._plan.players[seat] is None],
            "bots_at_stake": True,
        }

    def _sit(self, seat: Seat) -> None:
        player = self._plan.players[seat]
        commitment = seed_commitment(self._folded.game, seat, _seed(player))
        self._ask(f"player:{player}", "table.sit", {"seat": seat, "commitment": commitment})

    def _move(self) -> None:
        table, turn = self._folded.table, self._folded.turn
        assert isinstance(table, Underway)
        assert turn is not None
        seat = self._mover()
        fields = to_builtins(self._chosen(table, seat))
        player = table.seats[seat].player
        self._moves += 1
        if self._house_moves():
            kind = "bot" if player is None else "house"
            grant = SECRETS.grant(table.terms, turn, seat)
            self._ask(f"{kind}:{seat}", fields.pop("type"), fields, turn, grant)
        else:
            self._ask(f"player:{player}", fields.pop("type"), fields, turn)

    def _run_out(self, deadline: Deadline) -> None:
        self._now = max(self._now, deadline.due)
        self._ask("clock", "table.clock_ran_out", {"due": deadline.due})

    # --- means ----------------------------------------------------------------------------------

    @property
    def _rules(self) -> AnyRules:
        assert self._folded.rules is not None
        return self._folded.rules

    def _chosen(self, table: Underway, seat: Seat) -> Any:
        legal = self._rules.legal_moves(self._rules.view(table.match, seat))
        if self._plan.quiet and self._dice.random() < self._plan.quiet:
            return legal[0]
        return self._dice.choice(legal)

    def _deadline(self) -> Deadline:
        deadline = deadline_of(self._rules, self._folded.table)
        assert deadline is not None
        return deadline

    def _mover(self) -> Seat:
        assert isinstance(self._folded.table, Underway)
        seat = to_move(self._rules, self._folded.table)
        assert seat is not None
        return seat

    def _house_moves(self) -> bool:
        assert isinstance(self._folded.table, Underway)
        return house_moves(self._folded.table, self._mover())

    def _ask(
        self,
        actor: str,
        kind: str,
        fields: dict[str, Any],
        turn: str | None = None,
        grant: bytes | None = None,
    ) -> None:
        self._asked += 1
        data = Raw(encode(fields))
        command = Command(1, self._folded.game, actor, f"c{self._asked}", kind, turn, data, grant)
        decided = decide_command(SECRETS, self._folded, command, None, self._now)
        assert decided.commit.entries, f"{actor}, {kind}: {decided.commit.answer}"
        self._entries.extend(decided.commit.entries)
        self._folded = decided.folded
        self._now += THOUGHT_MS
        if decided.starts_deal:
            self._moves = 0


def _seed(player: str | None) -> str:
    assert player is not None, "a bot gives no seed"
    return sha256(player.encode()).hexdigest()
