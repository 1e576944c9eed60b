"""Examples of what may be played and who takes a trick (AR-PLAY)."""

import pytest

from shared.cards.events import CardPlayed, TrickWon
from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.events import HandsOpened
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.appel_au_roi.examples import (
    ALONE,
    CARDS,
    Moved,
    before_words,
    cards,
    decided,
    done,
    legal,
    phase,
    plays,
    refused,
    seen_by,
    spoken,
    to_move,
    told,
)
from tests.shared.games.appel_au_roi.one_trick import (
    at_trick,
    follow,
    lead,
    winner_of,
)

TRUMP = ["seul", "seul_contre_chien", "appel", "appel_contre_chien", "seul_chien_complet"]
NO_TRUMP = ["seul_contre_chien_sans_atout"]
NEGATIVE = ["trischaken", "piccolo", "misere", "piccolo_ouvert", "misere_ouverte"]
ALL = [*TRUMP, *NO_TRUMP, *NEGATIVE]


@pytest.mark.clause("AR-PLAY-1")
@pytest.mark.parametrize("forehand", SEATS)
@pytest.mark.parametrize("bid", ["seul_contre_chien", "seul_contre_chien_sans_atout", "seul"])
def test_ar_play_1_forehand_leads_to_the_first_trick_of_a_positive_game(
    forehand: int, bid: str
) -> None:
    deal = spoken(before_words(told(bid, declarer=2, forehand=forehand)))
    assert (phase(deal), to_move(deal)) == ("play", forehand)
    refusal = refused(deal, (forehand + 1) % 4, "play:T5")
    assert (refusal.code, refusal.clause) == (refusals.NOT_YOUR_PLAY.code, "CO-TRICK-1")


@pytest.mark.clause("AR-PLAY-1")
@pytest.mark.parametrize("declarer", SEATS)
@pytest.mark.parametrize("bid", NEGATIVE[1:])
def test_ar_play_1_declarer_leads_to_the_first_trick_of_a_negative_game(
    declarer: int, bid: str
) -> None:
    deal = spoken(before_words(told(bid, declarer=declarer, forehand=1)))
    assert (phase(deal), to_move(deal)) == ("play", declarer)


@pytest.mark.clause("AR-PLAY-1")
@pytest.mark.parametrize("forehand", SEATS)
def test_ar_play_1_in_trischaken_declarer_who_is_forehand_leads(forehand: int) -> None:
    deal = before_words(told("trischaken", declarer=forehand, forehand=forehand))
    assert (phase(deal), to_move(deal)) == ("play", forehand)


@pytest.mark.clause("AR-PLAY-1")
def test_ar_play_1_in_play_nothing_else_is_said() -> None:
    deal = spoken(before_words(told("appel")))
    for move in ("bien", "contre:game", "announce:absolu", "pass", "half:0", "king:C"):
        refusal = refused(deal, 0, move)
        assert (refusal.code, refusal.clause) == (refusals.CARDS_ARE_PLAYED.code, "AR-PLAY-1")


# --- rules 1 to 3 ----------------------------------------------------------------------------


@pytest.mark.clause("AR-PLAY-2")
@pytest.mark.parametrize("bid", [*TRUMP, *NO_TRUMP])
def test_ar_play_2_who_holds_the_suit_led_follows_with_any_card_of_it(bid: str) -> None:
    third = follow(bid, "QH 2H KS T9 EX", "NH 3H")
    assert legal(third) == plays("QH 2H")
    for code in ("KS", "T9", "EX"):
        assert refused(third, 2, f"play:{code}") == refusals.MUST_FOLLOW_SUIT(allowed=("2H", "QH"))
    assert refused(third, 2, "play:KS").clause == "AR-PLAY-2"


@pytest.mark.clause("AR-PLAY-2")
@pytest.mark.parametrize("bid", [*TRUMP, *NO_TRUMP])
@pytest.mark.parametrize("led", ["T7", "EX", "T21"])
def test_ar_play_2_tarocks_are_a_suit_and_the_excuse_is_one_of_them(bid: str, led: str) -> None:
    second = follow(bid, "T9 T1 KS 2H 3H", led)
    assert legal(second) == plays("T9 T1")
    assert refused(second, 1, "play:KS").clause == "AR-PLAY-2"
    only_excuse = follow(bid, "EX KS 2H 3H 4H", "T7")
    assert legal(only_excuse) == plays("EX")


@pytest.mark.clause("AR-PLAY-2")
@pytest.mark.parametrize("bid", ALL)
def test_ar_play_2_a_tarock_on_the_trick_does_not_change_the_suit_led(bid: str) -> None:
    assert legal(follow(bid, "2H KS T9", "NH T5")) == plays("2H")


@pytest.mark.clause("AR-PLAY-3")
@pytest.mark.parametrize("bid", [*TRUMP, *NO_TRUMP])
def test_ar_play_3_who_is_void_plays_any_tarock_even_a_lower_one(bid: str) -> None:
    third = follow(bid, "T2 T9 EX KS QD", "NH T5")
    assert legal(third) == plays("T2 T9 EX")
    refusal = refused(third, 2, "play:KS")
    assert refusal == refusals.MUST_PLAY_TAROCK(allowed=("T2", "T9", "EX"))
    assert refusal.clause == "AR-PLAY-3"


@pytest.mark.clause("AR-PLAY-3")
@pytest.mark.parametrize("bid", ALL)
def test_ar_play_3_without_a_tarock_anything_goes(bid: str) -> None:
    assert legal(follow(bid, "KS QD 7C", "NH 2H")) == plays("KS QD 7C")
    assert legal(follow(bid, "KS QD 7C", "T5 T9")) == plays("KS QD 7C")


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_4_in_negative_games_who_can_beat_the_winning_card_must(bid: str) -> None:
    third = follow(bid, "QH JH 2H KS", "1H NH")
    assert legal(third) == plays("QH")
    for code in ("JH", "2H"):
        refusal = refused(third, 2, f"play:{code}")
        assert refusal == refusals.MUST_BEAT(allowed=("QH",), winning="NH")
        assert refusal.clause == "AR-PLAY-4"
    assert legal(follow(bid, "QH KH 2H", "1H NH")) == plays("QH KH")  # any that beats


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_4_it_is_the_winning_card_that_counts(bid: str) -> None:
    # The suit led was trumped: no heart can beat, and following goes first.
    assert legal(follow(bid, "QH 2H T20", "NH T5")) == plays("QH 2H")
    # A higher card of another suit wins nothing.
    assert legal(follow(bid, "JH 2H", "1H KS")) == plays("JH")


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_4_who_is_void_trumps_over_a_tarock_if_able(bid: str) -> None:
    third = follow(bid, "T2 T9 EX KS", "NH T5")
    assert legal(third) == plays("T9 EX")
    # The card that is winning, not the one that was led, is named.
    assert refused(third, 2, "play:T2") == refusals.MUST_BEAT(allowed=("T9", "EX"), winning="T5")
    assert refused(third, 2, "play:KS").clause == "AR-PLAY-3"
    assert legal(follow(bid, "T2 T3 KS", "NH T5")) == plays("T2 T3")
    assert legal(follow(bid, "T2 T3 KS", "NH 2H")) == plays("T2 T3")  # each of them beats


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_4_on_tarocks_led_a_higher_one_if_able(bid: str) -> None:
    assert legal(follow(bid, "T4 T12 T20 KS", "T7 T9")) == plays("T12 T20")
    assert legal(follow(bid, "T4 T12 KS", "T7 EX")) == plays("T4 T12")


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", [*TRUMP, *NO_TRUMP])
def test_ar_play_4_binds_no_positive_game(bid: str) -> None:
    assert legal(follow(bid, "QH JH 2H", "1H NH")) == plays("QH JH 2H")


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_4_a_leader_leads_what_he_likes(bid: str) -> None:
    assert legal(lead(bid, "KH 2H T9 7C")) == plays("KH 2H T9 7C")


@pytest.mark.clause("AR-PLAY-4")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_example_9_beating_with_the_petit_in_hand(bid: str) -> None:
    assert legal(follow(bid, "1D 4D", "KD 2D")) == plays("1D 4D")
    assert legal(follow(bid, "T3 T1", "KD T2")) == plays("T3")
    assert legal(follow(bid, "T3 T1", "KD T9")) == plays("T3")


# --- who takes the trick ----------------------------------------------------------------------


@pytest.mark.clause("AR-PLAY-5")
@pytest.mark.parametrize(
    ("trick", "trump", "no_trump"),
    [
        pytest.param("9S JS NS TS", 2, 2, id="the highest of the suit led"),
        pytest.param("9S KD KH KC", 0, 0, id="higher cards of other suits win nothing"),
        pytest.param("KS T2 QS 7S", 1, 0, id="a tarock beats a king where tarocks are trumps"),
        pytest.param("KS T9 T2 T12", 3, 0, id="the highest tarock"),
        pytest.param("KS T9 EX T21", 2, 0, id="the excuse is the highest"),
        pytest.param("T9 KS T12 T3", 2, 2, id="where tarocks were led the highest wins in both"),
        pytest.param("T2 KS KD KC", 0, 0, id="even the only one"),
        pytest.param("T21 EX T20 T2", 1, 1, id="the excuse takes the twenty-one"),
        pytest.param("4H 3H 2H 1H", 3, 3, id="red pips upwards to the ace"),
        pytest.param("TC 9C 8C 7C", 0, 0, id="black pips upwards to the ten"),
    ],
)
def test_ar_play_5_who_takes_a_trick(trick: str, trump: int, no_trump: int) -> None:
    for bid in ("seul", "seul_contre_chien", *NEGATIVE):
        assert winner_of(bid, trick) == trump
    assert winner_of("seul_contre_chien_sans_atout", trick) == no_trump


@pytest.mark.clause("AR-PLAY-5")
def test_ar_play_5_the_same_without_trump_with_half_the_talon() -> None:
    plain = {"T9": ("aside", 0), "T13": ("aside", 1), "T15": ("aside", 2)}
    at: Moved = plain | {"T5": (1, 1), "TS": (4, 2)}
    deal = spoken(before_words(told("seul_sans_atout", at)))
    deal = done(deal, "play:KS", "play:T5", "play:QS")
    assert decided(deal, 3, "play:T8")[1] == TrickWon(Seat(0))


@pytest.mark.clause("AR-PLAY-6")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("T1 T21 EX T20", 0),
        ("T21 T1 EX T20", 1),
        ("EX T21 2H T1", 3),
        ("KH T21 EX T1", 3),
        ("KH T1 EX T21", 1),
        ("T5 EX T1 T21", 2),
    ],
)
@pytest.mark.parametrize("bid", ["seul", "seul_contre_chien", "appel", "seul_chien_complet"])
def test_ar_play_6_the_petit_takes_the_fairy_tale_trick_in_any_order(
    bid: str, trick: str, winner: int
) -> None:
    called = "S" if "KH" in trick else "H"
    assert winner_of(bid, trick, called=called) == winner


@pytest.mark.clause("AR-PLAY-6")
@pytest.mark.parametrize("trick", ["T1 T21 T20 T19", "T1 EX T20 T21"])
def test_ar_play_6_only_with_all_three(trick: str) -> None:
    won = {"T1 T21 T20 T19": 1, "T1 EX T20 T21": 0}[trick]
    assert winner_of("seul", trick) == won


@pytest.mark.clause("AR-PLAY-6")
@pytest.mark.parametrize("bid", [*NO_TRUMP, *NEGATIVE])
def test_ar_play_6_there_is_none_without_trump_or_in_negative_games(bid: str) -> None:
    assert winner_of(bid, "T21 T1 EX T20") == 2


@pytest.mark.clause("AR-PLAY-6")
def test_ar_play_6_without_trump_it_is_none_when_a_suit_was_led_either() -> None:
    assert winner_of("seul_contre_chien_sans_atout", "2H T1 EX T21") == 0


# --- 4b, 4c, open hands -----------------------------------------------------------------------


@pytest.mark.clause("AR-PLAY-8")
def test_ar_play_8_without_trump_a_tarock_is_led_only_from_tarocks_alone() -> None:
    bid = "seul_contre_chien_sans_atout"
    mixed = lead(bid, "T9 EX T1 2H")
    assert legal(mixed) == plays("2H")
    refusal = refused(mixed, 0, "play:T9")
    assert refusal == refusals.TAROCKS_NOT_LED(allowed=("2H",))
    assert refusal.clause == "AR-PLAY-8"
    assert legal(lead(bid, "T9 EX T1")) == plays("T9 EX T1")
    opponent = at_trick(bid, "", "T9 KS", leader=1, number=11)
    assert legal(opponent) == plays("KS")  # it binds every leader


@pytest.mark.clause("AR-PLAY-8")
@pytest.mark.parametrize("bid", [*TRUMP, *NEGATIVE])
def test_ar_play_8_binds_no_other_game(bid: str) -> None:
    assert legal(lead(bid, "T9 EX 2H")) == plays("T9 EX 2H")


@pytest.mark.clause("AR-PLAY-9")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_9_in_negative_games_the_petit_is_kept_while_another_tarock_is_legal(
    bid: str,
) -> None:
    led = lead(bid, "T1 T5 2H")
    assert legal(led) == plays("T5 2H")
    refusal = refused(led, 0, "play:T1")
    assert (refusal.code, refusal.clause) == (refusals.PETIT_LAST.code, "AR-PLAY-9")
    for lies, hand, may in (
        ("T9", "T1 T5 2H", "T5"),  # tarocks led, none of them beats
        ("T3", "T1 T5 2H", "T5"),
        ("KS", "T1 T5 2H", "T5"),  # void: both tarocks would beat
        ("KS T9", "T1 T5 2H", "T5"),
        ("KS", "T1 EX", "EX"),
        ("KS", "T1 2H", "T1"),  # no other tarock
        ("T9", "T1 2H", "T1"),
    ):
        assert legal(follow(bid, hand, lies)) == plays(may)


@pytest.mark.clause("AR-PLAY-9")
@pytest.mark.parametrize("bid", NEGATIVE)
def test_ar_play_9_with_suit_cards_alone_beside_it_the_petit_may_be_led(bid: str) -> None:
    assert legal(lead(bid, "T1 2H KS")) == plays("T1 2H KS")


@pytest.mark.clause("AR-PLAY-9")
@pytest.mark.parametrize("bid", [*TRUMP, *NO_TRUMP])
def test_ar_play_9_binds_no_positive_game(bid: str) -> None:
    assert legal(follow(bid, "T1 T5 2H", "KS")) == plays("T1 T5")
    assert legal(follow(bid, "T1 T5 2H", "T9")) == plays("T1 T5")


@pytest.mark.clause("AR-PLAY-10")
@pytest.mark.parametrize("bid", ["piccolo_ouvert", "misere_ouverte"])
def test_ar_play_10_after_the_first_trick_all_hands_lie_open(bid: str) -> None:
    hands = (
        "4H 7C 8C 9C TC 7S 8S 9S TS 4D 3D 2D",
        "KH QC KC NC JC QS KS NS JS QD KD ND",
        "QH 1D JD T1 T2 T3 T4 T5 T6 T7 T8 T9",
        "NH T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20",
    )
    deal = at_trick(bid, *hands)
    for viewer in (None, *SEATS):
        assert seen_by(deal, viewer)["open_hands"] is None
    deal = done(deal, "play:4H", "play:KH")
    # QH cannot beat the king, but must follow.
    deal = done(deal, "play:QH")
    played, won, opened = decided(deal, 3, "play:NH")
    assert (played, won) == (CardPlayed(Seat(3), CARDS["NH"]), TrickWon(Seat(1)))
    left = [tuple(sorted(cards(hand)[1:])) for hand in hands]
    assert opened == HandsOpened((left[0], left[1], left[2], left[3]))
    deal = deal.given(played, won, opened)
    shown = seen_by(deal, None)["open_hands"]
    for viewer in SEATS:
        assert seen_by(deal, viewer)["open_hands"] == shown
    assert [sorted(hand) for hand in shown] == [sorted(hand.split()[1:]) for hand in hands]
    deal = done(deal, "play:QC")
    assert "QC" not in seen_by(deal, 0)["open_hands"][1]


@pytest.mark.clause("AR-PLAY-10")
@pytest.mark.parametrize("bid", ["piccolo", "misere", "trischaken", "seul"])
def test_ar_play_10_other_games_stay_closed(bid: str) -> None:
    hands = (
        "4H 7C 8C 9C TC 7S 8S 9S TS 4D 3D 2D",
        "KH QC KC NC JC QS KS NS JS QD KD ND",
        "QH 1D JD T1 T2 T3 T4 T5 T6 T7 T8 T9",
        "NH T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20",
    )
    if bid == "seul":
        situation = before_words(told(bid, ALONE))
        deal = done(spoken(situation), "play:KS", "play:TS", "play:QS", "play:T8")
        assert phase(deal) == "play"
    else:
        deal = done(at_trick(bid, *hands), "play:4H", "play:KH", "play:QH", "play:NH")
    assert seen_by(deal, None)["taken"] != [0, 0, 0, 0]
    for viewer in (None, *SEATS):
        assert seen_by(deal, viewer)["open_hands"] is None


@pytest.mark.clause("AR-PLAY-10")
def test_ar_play_10_a_misere_lost_in_the_first_trick_opens_nothing() -> None:
    hands = (
        "KH 7C 8C 9C TC 7S 8S 9S TS 4D 3D 2D",
        "4H QC KC NC JC QS KS NS JS QD KD ND",
        "QH 1D JD T1 T2 T3 T4 T5 T6 T7 T8 T9",
        "NH T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20",
    )
    deal = done(at_trick("misere_ouverte", *hands), "play:KH", "play:4H", "play:QH")
    assert [type(event).__name__ for event in decided(deal, 3, "play:NH")] == [
        "CardPlayed",
        "TrickWon",
        "DealScored",
    ]
