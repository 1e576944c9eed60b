"""Examples of announcing primes and of doubling (AR-ANN, AR-SCORE-7)."""

import pytest

from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.events import BienSaid, ContreSaid, PrimeAnnounced
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.appel_au_roi.examples import (
    ALONE,
    Moved,
    before_words,
    decided,
    done,
    legal,
    lines_of,
    over,
    payments_of,
    phase,
    refused,
    scored,
    seen_by,
    spoken,
    to_move,
    told,
)
from tests.shared.games.appel_au_roi.one_trick import (
    after_last,
)
from tests.support.spec import Spec

NEGATIVE = ["piccolo", "misere", "piccolo_ouvert", "misere_ouverte"]
POSITIVE = [
    "appel",
    "appel_contre_chien",
    "appel_petit",
    "appel_ii",
    "appel_iii",
    "appel_iv",
    "seul",
    "seul_sans_atout",
    "seul_chien_complet",
    "seul_contre_chien_sans_atout",
    "seul_contre_chien",
]
BIRDS = {"appel_petit": "petit", "appel_ii": "ii", "appel_iii": "iii", "appel_iv": "iv"}
HELD = {"appel_petit": "T1", "appel_ii": "T2", "appel_iii": "T3", "appel_iv": "T4"}


def announcing(bid: str = "appel", declarer: int = 0, forehand: int = 0) -> Spec:
    """The announcements begin; declarer holds the bird of the bid."""
    at: Moved | None = {HELD[bid]: (10, declarer)} if bid in HELD else None
    if bid == "seul_sans_atout":
        at = {"T9": ("aside", 0), "T13": ("aside", 1), "T15": ("aside", 2)}
    deal = before_words(told(bid, at, declarer=declarer, forehand=forehand))
    assert phase(deal) == "announcements"
    return deal


def items(situation: Spec) -> dict[str, tuple[str, int]]:
    """Whose what was announced is, and how often it counts."""
    return {one["item"]: (one["side"], one["level"]) for one in seen_by(situation, None)["said"]}


@pytest.mark.clause("AR-ANN-1")
@pytest.mark.parametrize("declarer", SEATS)
def test_ar_ann_1_declarer_speaks_first_then_the_others_in_order(declarer: int) -> None:
    deal, spoke = announcing("seul_contre_chien", declarer), []
    for _ in range(4):
        spoke.append(to_move(deal))
        deal = done(deal, "bien")
    assert spoke == [(declarer + k) % 4 for k in range(4)]


@pytest.mark.clause("AR-ANN-1")
def test_ar_ann_1_a_turn_is_any_number_of_words_ended_by_bien() -> None:
    deal = done(announcing(), "announce:absolu")
    refused(deal, 0, "announce:prise_roi")  # and the turn goes on
    deal = done(deal, "announce:oudlers", "announce:honneurs")
    assert to_move(deal) == 0
    assert decided(deal, 0, "bien") == (BienSaid(Seat(0)),)
    deal = done(deal, "bien", "contre:game", "contre:absolu", "announce:quatre_rois")
    assert to_move(deal) == 1
    assert to_move(done(deal, "bien")) == 2


@pytest.mark.clause("AR-ANN-1")
def test_ar_ann_1_who_passed_may_speak_in_a_later_turn() -> None:
    deal = done(announcing(), "bien", "bien", "announce:roi_ultimo", "bien", "bien", "bien")
    assert to_move(deal) == 1
    deal = done(deal, "contre:roi_ultimo", "bien", "bien", "bien")
    assert to_move(deal) == 0
    assert items(done(deal, "contre:roi_ultimo"))["roi_ultimo"] == ("declarer", 4)


@pytest.mark.clause("AR-ANN-1")
def test_ar_ann_1_nobody_speaks_out_of_turn_or_plays_before_the_end() -> None:
    deal = announcing()
    for seat, move in ((1, "bien"), (2, "announce:roi_ultimo"), (3, "contre:game")):
        refusal = refused(deal, seat, move)
        assert refusal == refusals.NOT_YOUR_WORD(to_move=0)
        assert refusal.clause == "AR-ANN-1"
    assert refused(deal, 0, "play:KS").code == refusals.ANNOUNCEMENTS_RUN.code
    assert refused(deal, 0, "pass").code == refusals.ANNOUNCEMENTS_RUN.code


@pytest.mark.clause("AR-ANN-2")
@pytest.mark.parametrize("bid", [*POSITIVE, *NEGATIVE])
def test_ar_ann_2_four_passes_at_the_start_close_the_announcements(bid: str) -> None:
    # In the games with a bird, too: what the bid announces is not said in a turn.
    deal = announcing(bid)
    for _ in range(4):
        assert phase(deal) == "announcements"
        deal = done(deal, "bien")
    assert phase(deal) == "play"


@pytest.mark.clause("AR-ANN-2")
@pytest.mark.parametrize("speaker", SEATS)
def test_ar_ann_2_three_passes_close_it_after_a_turn_in_which_something_was_said(
    speaker: int,
) -> None:
    deal = done(announcing(), *["bien"] * speaker)
    deal = done(deal, "announce:honneurs", "bien")  # this bien is no pass
    for _ in range(3):
        assert phase(deal) == "announcements"
        deal = done(deal, "bien")
    assert phase(deal) == "play"


@pytest.mark.clause("AR-ANN-2")
def test_ar_ann_2_each_word_makes_three_new_passes_due() -> None:
    deal = done(announcing(), "announce:honneurs", "bien", "bien", "bien")
    deal = done(deal, "contre:honneurs", "bien")  # the fourth to speak, after two passes
    deal = done(deal, "contre:honneurs", "bien", "bien", "bien")
    assert (phase(deal), to_move(deal)) == ("announcements", 3)
    deal = done(deal, "bien")
    assert phase(deal) == "play"


@pytest.mark.clause("AR-ANN-3")
@pytest.mark.parametrize("seat", SEATS)
def test_ar_ann_3_a_prime_is_announced_once_by_one_team(seat: int) -> None:
    deal = done(announcing(), *["bien"] * seat, "announce:honneurs")
    assert refused(deal, seat, "announce:honneurs").clause == "AR-ANN-3"
    deal = done(deal, "bien")
    for _ in range(3):
        speaker = to_move(deal)
        assert speaker is not None
        refusal = refused(deal, speaker, "announce:honneurs")
        assert (refusal.code, refusal.clause) == (refusals.ANNOUNCED_ALREADY.code, "AR-ANN-3")
        assert "announce:honneurs" not in legal(deal)
        deal = done(deal, "bien")


@pytest.mark.clause("AR-ANN-3")
@pytest.mark.parametrize(("made", "value"), [(True, 2), (False, -2)])
def test_ar_ann_3_it_counts_double_made_or_missed(made: bool, value: int) -> None:
    at = {"T1": (5, 1)} if made else None
    assert scored("appel", "0:announce:oudlers", at=at)["oudlers"] == value
    silent = scored("appel", at=at)
    assert silent.get("oudlers") == (1 if made else None)


SUITED = {"petit", "ii", "iii", "iv", "prise_xxi", "oudlers"}
WITH_KING = {"roi_ultimo", "prise_roi"}


@pytest.mark.clause("AR-ANN-3")
@pytest.mark.parametrize("bid", POSITIVE)
def test_ar_ann_3_in_each_game_only_its_own_primes(bid: str) -> None:
    deal = announcing(bid)
    barred = set[str]()
    if "sans_atout" in bid:
        barred |= SUITED
    if "seul" in bid:
        barred |= WITH_KING
    offered = set[str]()
    for seat in SEATS:
        for item in barred:
            assert refused(deal, seat, f"announce:{item}").code == refusals.PRIME_NOT_IN_GAME.code
        offered |= {move for move in legal(deal) if move.startswith("announce")}
        deal = done(deal, "bien")
    everything = SUITED | WITH_KING | {"quatre_rois", "honneurs", "absolu", "chelem"}
    wanted = everything - barred - {BIRDS.get(bid, "")}
    assert offered == {f"announce:{item}" for item in wanted}


@pytest.mark.clause("AR-ANN-4")
@pytest.mark.parametrize("word", ["announce:honneurs", "contre:game"])
def test_ar_ann_4_a_defenders_word_carries_contre_le_jeu(word: str) -> None:
    deal = done(announcing(), "bien")
    said = decided(deal, 1, word)[0]
    assert isinstance(said, PrimeAnnounced | ContreSaid)
    assert said.side == "opponents"
    assert seen_by(deal.given(said), None)["sides"] == ["declarer", "opponents", None, None]
    assert items(deal.given(said)).keys() <= {"game", "honneurs"}  # it is no item itself


@pytest.mark.clause("AR-ANN-4")
@pytest.mark.parametrize("word", ["announce:honneurs", "contre:game"])
def test_ar_ann_4_the_partners_word_shows_every_side(word: str) -> None:
    deal = done(announcing(), "bien", "contre:game", "bien")
    said = decided(deal, 2, word)[0]
    assert isinstance(said, PrimeAnnounced | ContreSaid)
    assert said.side == "declarer"
    sides = seen_by(deal.given(said), None)["sides"]
    assert sides == ["declarer", "opponents", "declarer", "opponents"]


@pytest.mark.clause("AR-ANN-4")
def test_ar_ann_4_declarers_word_and_a_pass_show_nothing() -> None:
    deal = done(announcing(), "announce:honneurs", "bien", "bien", "bien", "bien")
    assert phase(deal) == "play"
    assert seen_by(deal, None)["sides"] == ["declarer", None, None, None]


@pytest.mark.clause("AR-ANN-5")
@pytest.mark.parametrize(("bid", "item"), BIRDS.items())
def test_ar_ann_5_the_bird_of_the_bid_is_announced_by_the_bid(bid: str, item: str) -> None:
    deal = announcing(bid)
    assert items(deal) == {"game": ("declarer", 1), item: ("declarer", 1)}
    assert f"announce:{item}" not in legal(deal)
    assert refused(deal, 0, f"announce:{item}").code == refusals.ANNOUNCED_ALREADY.code
    assert f"contre:{item}" in legal(done(deal, "bien"))
    assert items(done(deal, "bien", f"contre:{item}"))[item] == ("declarer", 2)


@pytest.mark.clause("AR-ANN-5")
def test_ar_ann_5_only_the_bird_of_the_winning_bid() -> None:
    situation = told("seul", {"T2": (10, 1)})
    deal = spoken(before_words(situation))
    assert items(deal) == {"game": ("declarer", 1)}


@pytest.mark.clause("AR-ANN-6")
def test_ar_ann_6_contre_re_contre_sur_contre_alternate_between_the_teams() -> None:
    deal = announcing()
    assert refused(deal, 0, "contre:game").code == refusals.OTHER_SIDE_DOUBLES.code
    deal = done(deal, "bien")
    assert decided(deal, 1, "contre:game") == (ContreSaid(Seat(1), "game", 2, "opponents"),)
    deal = done(deal, "contre:game")
    assert refused(deal, 1, "contre:game").clause == "AR-ANN-6"
    deal = done(deal, "bien")
    assert decided(deal, 2, "contre:game") == (ContreSaid(Seat(2), "game", 4, "declarer"),)
    deal = done(deal, "contre:game", "bien")
    assert decided(deal, 3, "contre:game") == (ContreSaid(Seat(3), "game", 8, "opponents"),)
    deal = done(deal, "contre:game")
    for seat in (3, 0, 1, 2):
        refusal = refused(deal, seat, "contre:game")
        assert (refusal.code, refusal.clause) == (refusals.DOUBLED_OUT.code, "AR-ANN-6")
        assert "contre:game" not in legal(deal)
        deal = done(deal, "bien")


@pytest.mark.clause("AR-ANN-6")
@pytest.mark.parametrize("announcer", SEATS)
def test_ar_ann_6_an_announcement_is_doubled_by_the_other_team_alone(announcer: int) -> None:
    deal = done(announcing(), *["bien"] * announcer, "announce:honneurs")
    own = {0, 2} if announcer in (0, 2) else {1, 3}
    for _ in range(4):
        seat = to_move(deal)
        assert seat is not None
        assert ("contre:honneurs" in legal(deal)) == (seat not in own)
        if seat in own:
            refusal = refused(deal, seat, "contre:honneurs")
            assert (refusal.code, refusal.clause) == (
                refusals.OTHER_SIDE_DOUBLES.code,
                "AR-ANN-6",
            )
        else:
            assert decided(deal, seat, "contre:honneurs")
        deal = done(deal, "bien")


@pytest.mark.clause("AR-ANN-6")
def test_ar_ann_6_only_what_was_announced_is_doubled() -> None:
    deal = done(announcing(), "bien")
    refusal = refused(deal, 1, "contre:honneurs")
    assert (refusal.code, refusal.clause) == (refusals.NOT_ANNOUNCED.code, "AR-ANN-6")


@pytest.mark.clause("AR-ANN-6")
def test_ar_ann_6_each_item_has_its_own_level() -> None:
    words = [
        "0:announce:honneurs",
        "0:announce:absolu",
        "1:contre:game",
        "1:contre:absolu",
        "2:contre:game",
        "3:contre:game",
        "3:announce:quatre_rois",
        "0:contre:quatre_rois",
        "0:contre:absolu",
        "1:contre:quatre_rois",
    ]
    deal = told("appel")
    said = spoken(before_words(deal), *words)
    levels = {"game": 8, "honneurs": 1, "absolu": 4, "quatre_rois": 4}
    assert {item: level for item, (_, level) in items(said).items()} == levels
    lines = lines_of(over(deal, said))
    assert lines == {"game": 2 * 8, "honneurs": -2, "absolu": -2 * 4, "quatre_rois": 2 * 4}


@pytest.mark.clause("AR-ANN-6")
def test_ar_ann_6_alone_the_three_opponents_double_as_one_team() -> None:
    deal = before_words(told("seul", ALONE))
    deal = done(deal, "bien", "contre:game", "bien")
    assert refused(deal, 2, "contre:game").code == refusals.OTHER_SIDE_DOUBLES.code
    deal = done(deal, "bien", "bien", "contre:game", "bien", "bien", "contre:game")
    assert items(deal)["game"] == ("declarer", 8)


# --- negative games --------------------------------------------------------------------------


@pytest.mark.clause("AR-SCORE-7")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_score_7_the_opponents_of_a_negative_game_may_contre_it_and_nothing_else(
    bid: str,
) -> None:
    deal = announcing(bid)
    assert (to_move(deal), legal(deal)) == (0, ["bien"])
    assert refused(deal, 0, "announce:petit").code == refusals.NO_PRIMES_HERE.code
    deal = done(deal, "bien")
    for seat in (1, 2, 3):
        assert legal(deal) == ["bien", "contre:game"]
        for item in ("petit", "chelem", "absolu", "prise_xxi"):
            assert refused(deal, seat, f"announce:{item}").code == refusals.NO_PRIMES_HERE.code
        deal = done(deal, "bien")
    assert phase(deal) == "play"


@pytest.mark.clause("AR-SCORE-7")
def test_ar_score_7_who_announces_a_prime_in_misere_is_told_what_may_be_said() -> None:
    deal = announcing("misere")
    for words, right in (
        ([], ("bien",)),  # declarer, whose game nobody has doubled
        (["bien"], ("contre", "bien")),
        (["contre:game"], ("bien",)),
        (["bien", "bien", "bien"], ("re_contre", "bien")),
        (["contre:game", "bien"], ("sur_contre", "bien")),
        (["contre:game"], ("bien",)),
    ):
        deal = done(deal, *words)
        seat = to_move(deal)
        assert seat is not None
        refusal = refused(deal, seat, "announce:absolu")
        assert refusal == refusals.NO_PRIMES_HERE(prime="absolu", bid="misere", open=right)


@pytest.mark.clause("AR-SCORE-7")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_score_7_one_contre_is_for_all_three_and_is_answered_as_usual(bid: str) -> None:
    deal = done(announcing(bid), "bien", "bien", "contre:game", "bien")
    assert legal(deal) == ["bien"]  # the third opponent
    deal = done(deal, "bien")
    assert legal(deal) == ["bien", "contre:game"]
    deal = done(deal, "contre:game", "bien", "contre:game", "bien", "bien", "bien")
    assert items(deal) == {"game": ("declarer", 8)}
    assert (phase(deal), legal(deal)) == ("announcements", ["bien"])
    assert phase(done(deal, "bien")) == "play"


@pytest.mark.clause("AR-SCORE-7")
@pytest.mark.parametrize("contres", range(4))
def test_ar_score_7_each_of_three_pays_or_gets_the_doubled_game(contres: int) -> None:
    words = ["1:contre:game", "0:contre:game", "2:contre:game"][:contres]
    for trick, sign in (("KH QH JH NH", -1), ("1H QH KH NH", 1)):
        ended = after_last("misere", trick, words=words)
        value = sign * 5 * 2**contres
        assert lines_of(ended) == {"game": value}
        assert payments_of(ended).points == (3 * value, -value, -value, -value)
