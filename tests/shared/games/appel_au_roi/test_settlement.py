"""Examples of the lines that explain a settlement: item, factors, cards and tricks."""

from math import prod
from typing import Any

import pytest

from shared.cards.packs import TAROCK_54
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.options import Options
from shared.kernel.settlement import Basis, Factor, Line
from tests.shared.games.appel_au_roi.examples import (
    ALONE,
    ASIDE,
    LOST,
    MAIRE,
    after,
    bid_by,
    bidding,
    done,
    payments_of,
    score_of,
    seen_by,
    told,
)
from tests.shared.games.appel_au_roi.one_trick import (
    after_last,
)
from tests.shared.games.appel_au_roi.told_primes import (
    BY_OPPONENTS,
    LOST_TO_OTHERS,
    MADE,
    SLAM,
    SLAM_MISSED,
    contred,
)
from tests.support.spec import Spec


def line_of(ended: Spec, item: str) -> tuple[Line, Basis]:
    """The line of an item in the settlement of the deal that is over."""
    found = next(line for line in payments_of(ended).lines if line.item == item)
    assert found.basis is not None
    return found, found.basis


def codes(basis: Basis) -> set[str]:
    return {TAROCK_54[card] for card in basis.cards}


def abandoned() -> Spec:
    deal = bidding(told("appel_ii", {"T2": (10, 0), "KH": ("ceded", 1)}))
    return done(bid_by(deal, 0, "appel_ii"), "king:H", "abandon")


RICH = [
    "0:announce:honneurs",
    "1:announce:prise_roi",
    "1:contre:game",
    "2:announce:prise_xxi",
    "2:contre:prise_roi",
    "2:contre:game",
    "3:contre:game",
]


def ended_deals() -> dict[str, Spec]:
    """Deals of every kind, with the lines of every item."""
    found = {
        "appel": after("appel"),
        "appel lost": after("appel", *RICH, at=LOST),
        "seul": after("seul", at=ALONE),
        "chien complet lost": after("seul_chien_complet", at=LOST | ALONE),
        "misere": after_last("misere", "2H QH KH 1H", words=["1:contre:game"]),
        "trischaken": after("trischaken", at=MAIRE),
        "chelem": after("appel_contre_chien", "0:announce:chelem", "1:contre:chelem", at=SLAM),
        "chelem missed": after("appel", "2:announce:chelem", at=SLAM_MISSED, last=2),
        "silent chelem": after("appel", at=SLAM),
        "abandoned": abandoned(),
        "alone": after("appel", *RICH[:3], at={"KH": ("ceded", 0)}),
        "king in the talon": after("appel_contre_chien", at={"KH": ("aside", 0)}),
    }
    for item, (announcer, at) in MADE.items():
        found[f"{item} made"] = after("appel_contre_chien", *contred(item, announcer, 4), at=at)
    for item, (announcer, at) in LOST_TO_OTHERS.items():
        found[f"{item} lost"] = after("appel", *contred(item, announcer, 2), at=at)
    for item, (_, at) in BY_OPPONENTS.items():
        found[f"{item} against"] = after("appel", at=at)
    return found


@pytest.mark.clause("AR-SCORE-3")
@pytest.mark.clause("AR-SCORE-4")
def test_every_line_cites_its_tariff_and_its_factors_and_all_sum_to_what_is_paid() -> None:
    for name, ended in ended_deals().items():
        scored, paid = score_of(ended), payments_of(ended)
        assert scored.tariff == "vienna/1"
        assert paid.points == scored.scores, name
        assert sum(paid.points) == 0
        assert len(paid.lines) == len(scored.lines) > 0
        columns = zip(*(line.points for line in paid.lines), strict=True)
        assert tuple(map(sum, columns)) == paid.points, name
        assert scored.net == sum(line.value for line in scored.lines)
        for line, own in zip(paid.lines, scored.lines, strict=True):
            basis = line.basis
            assert basis == own.basis
            assert basis is not None
            assert basis.tariff == "vienna/1"
            assert sum(line.points) == 0
            factors = prod(factor.times for factor in basis.factors)
            assert abs(own.value) == basis.value * factors, (name, line.item)
            gaining = tuple(seat for seat in range(4) if line.points[seat] > 0)
            assert basis.scored_by == gaining, (name, line.item)
            assert (line.item, line.clause) == (own.item, own.clause)
            assert line.clause.startswith("AR-")
            assert list(basis.cards) == sorted(basis.cards)
            assert list(basis.tricks) == sorted(basis.tricks)
            assert (basis.announced_by is None) == (own.announced_by is None)


@pytest.mark.clause("AR-SCORE-2")
def test_the_line_of_the_game_says_who_doubled_it_how_often() -> None:
    ended = after("appel", "1:contre:game", "2:contre:game", at=LOST)
    line, basis = line_of(ended, "game")
    assert (line.clause, line.points) == ("AR-SCORE-2", (-8, 8, -8, 8))
    assert (basis.value, basis.factors) == (2, (Factor("contre", 4),))
    assert (basis.announced_by, basis.scored_by) == (None, (1, 3))
    # Its card points: the tricks of declarer's side, and what it laid away.
    assert basis.tricks == (3, 5, 7, 9, 11, 12)
    assert codes(basis) == set(ASIDE.split())
    assert score_of(ended).lines[0].contre == 4


@pytest.mark.clause("AR-SCORE-2")
def test_the_line_of_the_game_names_the_tricks_of_declarers_side() -> None:
    _, basis = line_of(after("appel"), "game")
    assert basis.tricks == (1, 3, 5, 7, 9, 11, 12)
    _, basis = line_of(after("appel_contre_chien"), "game")
    assert (basis.tricks, basis.cards) == ((1, 3, 5, 7, 9, 11, 12), ())


@pytest.mark.clause("AR-TALON-4")
def test_the_line_of_the_game_names_the_half_that_came_with_the_king() -> None:
    _, basis = line_of(after("appel_contre_chien", at={"KH": ("aside", 0)}), "game")
    assert codes(basis) == {"KH", "8C", "9C"}


@pytest.mark.clause("AR-SCORE-2")
def test_the_factor_of_a_lost_chien_complet_has_its_name() -> None:
    _, basis = line_of(after("seul_chien_complet", "1:contre:game", at=LOST | ALONE), "game")
    assert (basis.value, basis.factors) == (6, (Factor("lost", 2), Factor("contre", 2)))
    assert codes(basis) == {"7C", "8C", "9C", "7S", "8S", "9S"}


@pytest.mark.clause("AR-ANN-3")
@pytest.mark.parametrize(
    ("item", "fallen", "tricks"),
    [
        ("petit", {"T1"}, (12,)),
        ("ii", {"T2"}, (11,)),
        ("iii", {"T3"}, (10,)),
        ("iv", {"T4"}, (9,)),
        ("roi_ultimo", {"KH"}, (12,)),
        ("prise_xxi", {"T21"}, (7,)),
        ("oudlers", {"T1", "T21", "EX"}, (5, 7)),
        ("quatre_rois", {"KC", "KD", "KH", "KS"}, (1, 3, 7, 9)),
        ("honneurs", {"KC", "KH", "KS", "T21", "EX"}, (1, 3, 5, 7)),
        ("absolu", set(ASIDE.split()), (1, 3, 5, 7, 9, 11, 12)),
    ],
)
def test_the_line_of_a_prime_names_its_cards_its_tricks_and_who_announced_it(
    item: str, fallen: set[str], tricks: tuple[int, ...]
) -> None:
    announcer, at = MADE[item]
    ended = after("appel", *contred(item, announcer, 2), at=at)
    line, basis = line_of(ended, item)
    assert line.clause == "AR-ANN-3"
    assert basis.factors == (Factor("announced", 2), Factor("contre", 2))
    assert (basis.announced_by, basis.scored_by) == (announcer, (0, 2))
    assert (codes(basis), basis.tricks) == (fallen, tricks)
    silent, silently = line_of(after("appel_contre_chien", at=at), item)
    assert silent.clause.startswith("AR-PRIME-")
    assert (silently.factors, silently.announced_by) == ((Factor("contre_chien", 2),), None)


@pytest.mark.clause("AR-PRIME-3")
def test_the_line_of_a_missed_prime_says_whose_it_was_and_who_gains() -> None:
    ended = after("appel", "3:announce:honneurs")
    line, basis = line_of(ended, "honneurs")
    assert (basis.announced_by, basis.scored_by) == (3, (0, 2))
    assert line.points == (2, -2, 2, -2)
    scored = next(one for one in score_of(ended).lines if one.item == "honneurs")
    assert (scored.announced_by, scored.contre, scored.value) == ("opponents", 1, 2)


@pytest.mark.clause("AR-TALON-3")
def test_the_line_of_a_ceded_king_rests_on_no_trick() -> None:
    _, basis = line_of(after("appel", at={"KH": ("ceded", 0)}), "prise_roi")
    assert (codes(basis), basis.tricks) == ({"KH"}, ())
    assert basis.scored_by == (1, 2, 3)


@pytest.mark.clause("AR-ANN-5")
def test_the_line_of_the_bird_of_the_bid_was_announced_by_declarer() -> None:
    _, basis = line_of(after("appel_ii", at={"T2": (10, 0)}), "ii")
    assert (basis.announced_by, basis.factors) == (0, (Factor("announced", 2),))


@pytest.mark.clause("AR-PRIME-5")
def test_the_line_of_a_missed_chelem_names_the_trick_that_ended_it() -> None:
    line, basis = line_of(after("appel", "2:announce:chelem", at=SLAM_MISSED, last=2), "chelem")
    assert (line.clause, basis.tricks, basis.announced_by) == ("AR-PRIME-5", (2,), 2)


@pytest.mark.clause("AR-PRIME-6")
def test_the_line_of_a_silent_chelem_names_all_tricks() -> None:
    line, basis = line_of(after("appel", at=SLAM), "chelem")
    assert (line.clause, basis.factors) == ("AR-PRIME-6", ())
    assert basis.tricks == tuple(range(1, 13))


@pytest.mark.clause("AR-TALON-2")
def test_the_lines_of_an_abandoned_game_rest_on_the_king() -> None:
    ended = abandoned()
    for item, factors in (("game", ()), ("ii", (Factor("announced", 2),))):
        line, basis = line_of(ended, item)
        assert (line.clause, basis.factors, codes(basis)) == ("AR-TALON-2", factors, {"KH"})
        assert basis.scored_by == (1, 2, 3)


@pytest.mark.clause("AR-SCORE-6")
def test_the_line_of_trischaken_names_maire_and_forehand_and_the_losers_tricks() -> None:
    line, basis = line_of(after("trischaken", at=MAIRE), "game")
    assert line.clause == "AR-SCORE-6"
    assert basis.factors == (Factor("maire", 2), Factor("forehand", 2))
    assert (basis.value, basis.scored_by) == (2, (1, 2, 3))
    assert basis.tricks == (1, 5, 9, 10, 11, 12)


@pytest.mark.clause("AR-SCORE-5")
def test_the_line_of_a_misere_names_its_clause() -> None:
    line, basis = line_of(after_last("misere", "2H QH KH 1H", words=["1:contre:game"]), "game")
    assert (line.clause, basis.factors) == ("AR-SCORE-5", (Factor("contre", 2),))
    assert (line.points, basis.tricks) == ((30, -10, -10, -10), ())


def test_what_is_shown_of_the_last_deal_is_what_was_settled() -> None:
    for name, ended in ended_deals().items():
        shown: dict[str, Any] = seen_by(ended, None)["last_deal"]
        scored = score_of(ended)
        assert (shown["tariff"], shown["scores"]) == ("vienna/1", list(scored.scores)), name
        for line, own in zip(shown["lines"], scored.lines, strict=False):
            assert (line["item"], line["value"], line["clause"]) == (
                own.item,
                own.value,
                own.clause,
            )
            assert line["tariff_value"] == own.basis.value


def test_nobody_loses_more_than_the_game_says_anyone_can() -> None:
    worst = min(min(payments_of(ended).points) for ended in ended_deals().values())
    assert -worst <= rules.max_loss(Options())
    doubled = ["1:contre:game", "0:contre:game", "3:contre:game"]
    assert min(payments_of(after("seul_contre_chien", *doubled)).points) < -12 * 8 * 3
