"""Examples of keeping announced cards for their trick (AR-PLAY-7)."""

import pytest

from shared.games.appel_au_roi import refusals
from tests.shared.games.appel_au_roi.examples import (
    done,
    legal,
    plays,
    refused,
    seen_by,
    to_move,
)
from tests.shared.games.appel_au_roi.one_trick import (
    at_trick,
    lead,
)

TRUMP = ["seul", "seul_contre_chien", "appel", "appel_contre_chien", "seul_chien_complet"]
NO_TRUMP = ["seul_contre_chien_sans_atout"]
NEGATIVE = ["trischaken", "piccolo", "misere", "piccolo_ouvert", "misere_ouverte"]
ALL = [*TRUMP, *NO_TRUMP, *NEGATIVE]


@pytest.mark.clause("AR-PLAY-7")
@pytest.mark.parametrize(
    ("item", "card", "due"), [("petit", "T1", 12), ("ii", "T2", 11), ("iii", "T3", 10)]
)
def test_ar_play_7_an_announced_bird_is_not_played_before_its_trick(
    item: str, card: str, due: int
) -> None:
    for number in range(1, due):
        rest = " ".join(f"T{10 + place}" for place in range(12 - number))
        hand = f"{card} {rest}"
        words = [f"0:announce:{item}"]
        leading = lead("seul_contre_chien", hand, words=words)
        assert legal(leading) == plays(rest)
        refusal = refused(leading, 0, f"play:{card}")
        assert (refusal.code, refusal.clause) == (
            refusals.ANNOUNCED_CARD_EARLY.code,
            "AR-PLAY-7",
        )
        following = (
            at_trick("seul_contre_chien", hand, lies="T5 2H 3H", leader=1, words=words)
            if number > 1
            else leading
        )
        assert legal(following) == plays(rest)


@pytest.mark.clause("AR-PLAY-7")
@pytest.mark.parametrize(
    ("item", "card", "others"),
    [
        ("petit", "T1", ""),
        ("ii", "T2", "T20"),
        ("iii", "T3", "T20 T19"),
        ("iv", "T4", "T20 T19 KS"),
    ],
)
def test_ar_play_7_it_must_be_played_in_its_trick_led_or_following(
    item: str, card: str, others: str
) -> None:
    hand, words = f"{card} {others}".strip(), [f"0:announce:{item}"]
    leading = lead("seul_contre_chien", hand, words=words)
    assert legal(leading) == plays(card)
    for code in others.split():
        refusal = refused(leading, 0, f"play:{code}")
        assert refusal == refusals.ANNOUNCED_CARD_DUE(allowed=(card,))
        assert refusal.clause == "AR-PLAY-7"
    following = at_trick("seul_contre_chien", hand, lies="T5 2H", leader=2, words=words)
    assert legal(following) == plays(card)


@pytest.mark.clause("AR-PLAY-7")
@pytest.mark.parametrize("lies", ["2H 3H", "KH T20"])
def test_ar_play_7_rules_1_and_2_go_before_it(lies: str) -> None:
    # Trick 11: II is due, but a heart must follow hearts.
    due = at_trick("seul_contre_chien", "T2 4H", lies=lies, leader=2, words=["0:announce:ii"])
    assert legal(due) == plays("4H")
    # Trick 5: void, and II is the only tarock.
    early = at_trick(
        "seul_contre_chien",
        "T2 KS QS NS JS TS 9S 8S",
        lies=lies,
        leader=2,
        words=["0:announce:ii"],
    )
    assert legal(early) == plays("T2")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_a_card_not_played_in_its_trick_is_free_afterwards() -> None:
    words = ["0:announce:ii", "0:announce:iii"]
    # Trick 11: III was due in trick 10, so only II is still owed.
    assert legal(lead("seul_contre_chien", "T3 T2", words=words)) == plays("T2")
    # II was forced out early, III was not played in time: nothing is owed any more.
    last = at_trick("seul_contre_chien", "T3 KS", gone={0: "T2"}, words=words)
    assert legal(last) == plays("T3 KS")
    # Trick 11: IV of trick 9 may be played or kept.
    freed = lead("seul_contre_chien", "T4 KS", words=["0:announce:iv"])
    assert legal(freed) == plays("T4 KS")


@pytest.mark.clause("AR-PLAY-7")
@pytest.mark.parametrize(
    ("held", "first"),
    [
        ("T4 T3 T2 T1", "T4"),
        ("T3 T2 T1", "T3"),
        ("T2 T1", "T2"),
        ("T4 T1", "T4"),
        ("T1", "T1"),
    ],
)
def test_ar_play_7_forced_early_the_one_due_first_goes_first(held: str, first: str) -> None:
    names = {"T1": "petit", "T2": "ii", "T3": "iii", "T4": "iv"}
    words = [f"0:announce:{names[code]}" for code in held.split()]
    rest = "KS QS NS JS TS 9S"
    size = 6
    hand = " ".join([*held.split(), *rest.split()][:size])
    for lies in ("T10", "2H"):  # tarocks led, or a suit of which there is none
        early = at_trick("seul_contre_chien", hand, lies=lies, leader=3, words=words)
        assert legal(early) == plays(first)
        for code in held.split()[1:]:
            refusal = refused(early, 0, f"play:{code}")
            assert refusal == refusals.ANNOUNCED_CARD_EARLY(allowed=(first,))


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_a_tarock_that_was_not_announced_saves_them() -> None:
    hand, words = "T2 T1 T15 KS", ["0:announce:petit", "0:announce:ii"]
    early = at_trick("seul_contre_chien", hand, lies="T10", leader=3, words=words)
    assert legal(early) == plays("T15")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_leading_only_when_nothing_else_is_left() -> None:
    words = ["0:announce:petit", "0:announce:ii"]
    # Trick 10, with a card that is not owed; trick 10 with nothing else would need a third one.
    assert legal(lead("seul_contre_chien", "T2 T1 KS", words=words)) == plays("KS")
    all_owed = [*words, "0:announce:iii"]
    assert legal(lead("seul_contre_chien", "T3 T2 T1", words=all_owed)) == plays("T3")
    four = lead("seul_contre_chien", "T4 T3 T2 T1", words=[*all_owed, "0:announce:iv"])
    assert legal(four) == plays("T4")
    # Trick 11 with the Petit and II: II is due.
    assert legal(lead("seul_contre_chien", "T2 T1", words=words)) == plays("T2")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_the_called_king_is_kept_for_the_last_trick() -> None:
    def partner(hand: str, lies: str = "", leader: int = 2, called: str = "H") -> list[str]:
        size = len(hand.split())
        deal = at_trick(
            "appel_contre_chien",
            "",
            "",
            hand,
            gone={0: "KC KD KS" if called == "fourth" else ""},
            lies=lies,
            leader=leader,
            called=called,
            words=["2:announce:roi_ultimo"],
            number=13 - size,
        )
        found: list[str] = legal(deal)
        return found

    for called in ("H", "fourth"):
        assert partner("KH 2H TS", called=called) == plays("2H TS")
        assert partner("KH 2H TS", "4H 3H", 0, called) == plays("2H")
        assert partner("KH TS 9S", "4H 3H", 0, called) == plays("KH")  # rule 1
        assert partner("KH TS", called=called) == plays("TS")
        assert partner("KH", called=called) == plays("KH")
        assert partner("KH TS T5", "QD 3D", 0, called) == plays("T5")
        assert partner("KH TS 9S", "QD 3D", 0, called) == plays("TS 9S")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_petit_and_called_king_both_due_leave_a_choice_before_the_last_trick() -> None:
    words = ["2:announce:roi_ultimo", "2:announce:petit"]
    deal = at_trick("appel", "T5 T6", "T7 T8", "T1 KH", "T9 T10", leader=2, words=words)
    assert legal(deal) == plays("T1 KH")
    for first, then in (("T1", "KH"), ("KH", "T1")):
        later = done(deal, f"play:{first}")
        for seat in (3, 0, 1):
            assert to_move(later) == seat
            later = done(later, legal(later)[0])
        while to_move(later) != 2:
            later = done(later, legal(later)[0])
        assert legal(later) == plays(then)


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_with_a_third_card_neither_petit_nor_king_is_led() -> None:
    words = ["2:announce:roi_ultimo", "2:announce:petit"]
    deal = at_trick("appel", "", "", "T1 KH 9S", leader=2, words=words, number=10)
    assert legal(deal) == plays("9S")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_it_binds_the_holder_alone() -> None:
    # Declarer announced II; that seat 1 holds the Petit binds nobody.
    deal = at_trick("seul", "T2 T9 KS", "T1 T8 QS", words=["0:announce:ii"], leader=1)
    assert legal(deal) == plays("T1 T8 QS")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_it_binds_the_bird_of_the_bid_and_opponents_too() -> None:
    bid = at_trick("appel_ii", "T2 T9 KS", lies="T5", leader=3)
    assert legal(bid) == plays("T9")
    assert legal(lead("appel_ii", "T2 T9")) == plays("T2")
    opponent = at_trick("seul", "", "T1 T8 QS", leader=1, words=["1:announce:petit"], number=10)
    assert legal(opponent) == plays("T8 QS")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_a_silent_bird_is_free() -> None:
    assert legal(lead("seul", "T1 T2 T3 T4")) == plays("T1 T2 T3 T4")
    assert legal(lead("seul", "T1")) == plays("T1")


@pytest.mark.clause("AR-PLAY-7")
def test_ar_play_7_the_front_end_is_told_which_cards_are_owed_and_only_their_holder() -> None:
    deal = lead("seul", "T2 T1 KS", words=["0:announce:petit", "0:announce:ii"])
    assert seen_by(deal, 0)["announced_cards_due"] == {"11": ["T2"], "12": ["T1"]}
    for viewer in (None, 1, 2, 3):
        assert seen_by(deal, viewer)["announced_cards_due"] == {}


@pytest.mark.clause("AR-PLAY-7")
def test_example_10_of_petit_and_ii_the_ii_goes_first() -> None:
    words = ["0:announce:petit", "0:announce:ii"]
    deal = at_trick("seul", "T1 T2 3H", lies="T10", leader=3, words=words)
    assert legal(deal) == plays("T2")
