"""Commands and bots' tasks that come many times, late, or never."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import httpx
import pytest

from shared.adapters.celery.bots import CeleryBots
from shared.adapters.celery.broker import BOTS_QUEUE
from shared.adapters.redis.acl import Role
from shared.adapters.system.master_keys import load_master_keys
from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.published import keys_in
from shared.flows.refusing import refusal_in
from shared.flows.secrets import MasterSecrets
from shared.flows.tables import bot_task, bot_turn
from shared.ports import BotTask, GameId, Sealed
from shared.table.events import ClockRanOut
from tests.support.judgement import Judge
from tests.support.players import PENDING, Visitors
from tests.support.service import Service

pytestmark = pytest.mark.integration

AT_ONCE: Final = 100
COPIES: Final = 10


class Turn:
    """A human's turn in the first deal, that stands until the human moves."""

    def __init__(self, service: Service, visitors: Visitors) -> None:
        visitors.open(humans=1)
        [self.human] = visitors.humans
        assert self.human.game is not None
        self.game: Final[GameId] = self.human.game
        self.turn = ""
        self.legal: list[str] = []
        visitors.until(lambda: self.human.moves, "the human's first move")
        service.until(self._stands, "the human's next turn")

    def _stands(self) -> bool:
        shown = self.human.get(f"/v1/games/{self.game}/view").json()
        if shown["turn"] is None or self.human.has_played(shown["turn"]):
            return False
        self.turn, self.legal = shown["turn"], shown["view"]["match"]["legal"]
        return True


@pytest.fixture
def turn(service: Service, visitors: Visitors) -> Turn:
    return Turn(service, visitors)


# --- commands -----------------------------------------------------------------------------------


def answers_at_once(service: Service, turn: Turn) -> list[httpx.Response]:
    """The answers to one command that is sent by everyone at the same time."""

    def ask(_: int) -> httpx.Response:
        answers = [turn.human.command(turn.game, "once", turn.legal[0], turn.turn)]

        def is_answered() -> bool:
            # Not found where it is asked for: there is no answer yet.
            if answers[-1].status_code in {PENDING, 404}:
                answers.append(turn.human.get(answers[0].json()["ask"]))
            return answers[-1].status_code == 200

        service.until(is_answered, "an answer")
        return answers[-1]

    with ThreadPoolExecutor(AT_ONCE) as everyone:
        return list(everyone.map(ask, range(AT_ONCE)))


def test_a_command_sent_a_hundred_times_at_once_is_one_event_and_equal_answers(
    service: Service, turn: Turn, visitors: Visitors, judge: Judge
) -> None:
    answers = answers_at_once(service, turn)
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (200, answers[0].content)
    }
    other = turn.human.command(turn.game, "once", turn.legal[-1], turn.turn)
    assert (other.status_code, other.json()["code"]) == (409, "table.id_reused")
    visitors.finish()
    judge.judge(visitors.games, visitors.players)


def test_a_hundred_senders_get_equal_answers_though_their_worker_dies_before_it_answers(
    service: Service, turn: Turn, visitors: Visitors, judge: Judge
) -> None:
    service.kill(Role.RULES)
    service.start_role(Role.RULES, "rules.committed:1")
    answers = answers_at_once(service, turn)
    assert {answer.content for answer in answers} == {answers[0].content}
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected={"process_ended"})


# --- bots' tasks --------------------------------------------------------------------------------


@pytest.fixture
def ask_bot(service: Service) -> Callable[[BotTask], None]:
    """Dispatch a task as the projector does, and wait until it is worked off."""
    bots = CeleryBots(service.installation.url("cache", Role.PROJECTORS))

    def ask(task: BotTask) -> None:
        bots.ask(task)
        cache = service.client("cache")
        service.until(
            lambda: not (cache.llen(BOTS_QUEUE) or cache.hlen("unacked")), "the bots are idle"
        )
        service.until(lambda: not service.waiting_commands(), "the rules workers are idle")

    return ask


def past_task(service: Service, game: GameId, attempt: int) -> BotTask:
    """The last task of a bot in ``game``, whose move was made."""
    keys = load_master_keys(service.settings.keys)
    secrets = MasterSecrets(keys.current, keys.by_id)
    entries = service.journal.read(game)
    for length in range(len(entries) - 1, 0, -1):
        if CODEC.decode(entries[length]).cause is not None:
            folded = fold(game, entries[:length], secrets)
            seat = bot_turn(folded)
            if seat is not None:
                return bot_task(secrets, folded, seat, attempt)
    raise AssertionError("no bot has moved")


def test_a_task_that_comes_ten_times_has_one_effect_and_no_refusal(
    service: Service,
    turn: Turn,
    visitors: Visitors,
    judge: Judge,
    ask_bot: Callable[[BotTask], None],
) -> None:
    task = past_task(service, turn.game, attempt=0)
    before = service.journal.read(turn.game)
    for _ in range(COPIES):
        ask_bot(task)
    assert service.journal.read(turn.game) == before
    visitors.finish()
    judge.judge(visitors.games, visitors.players)
    assert service.archive.refusals_of(turn.game) == []


def test_a_task_that_comes_when_its_turn_is_past_is_refused_as_stale(
    service: Service,
    turn: Turn,
    visitors: Visitors,
    judge: Judge,
    ask_bot: Callable[[BotTask], None],
) -> None:
    task = past_task(service, turn.game, attempt=1)
    before = service.journal.read(turn.game)
    ask_bot(task)
    assert service.journal.read(turn.game) == before
    visitors.finish()
    judge.judge(visitors.games, visitors.players)
    service.until(lambda: service.archive.refusals_of(turn.game), "the refusal is archived")
    [refused] = service.archive.refusals_of(turn.game)
    assert isinstance(refused.answer, Sealed)
    keys = keys_in(map(CODEC.decode, service.archive.entries(turn.game)))
    key = keys.key(refused.answer.index)
    assert key is not None
    told = refusal_in(key, task.actor, refused.command_id, refused.answer)
    assert told is not None
    assert (refused.actor, told.code) == (task.actor, "table.stale_turn")


def test_a_task_lost_with_its_worker_is_asked_for_again_and_the_game_goes_on(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    service.kill(Role.BOTS)
    service.start_role(Role.BOTS, "bots.chosen:5")
    visitors.open(bots=1)
    service.until(lambda: service.process(Role.BOTS).poll() is not None, "a bot's death")
    [game] = visitors.games
    visitors.finish()
    assert service.said(Role.TIMEKEEPER, "bot_asked_again", game=game)
    judge.judge(visitors.games, visitors.players, expected={"process_ended"})


@pytest.mark.soak
def test_where_no_bot_plays_the_clock_does(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=1)
    visitors.play(10)
    [game] = visitors.games
    with service.paused(Role.BOTS):
        service.until(
            lambda: any(
                isinstance(CODEC.decode(raw).event, ClockRanOut)
                for raw in service.journal.read(game)
            ),
            "the clock plays",
        )
    visitors.finish()
    judge.judge(visitors.games, visitors.players)
