"""What a deal depends on: its key, game, number and all four client seeds."""

import pytest

from shared.fairness.authority import fingerprint, fingerprint_key, grant, grant_key, grant_valid
from shared.fairness.deals import deal_seed, deck_of_deal, first_dealer, seed_commitment
from shared.fairness.verification import seed_fits
from shared.kernel.seats import SEATS, Seat

KEY = b"k" * 32
SEEDS = ("a", "b", "", "d")


def test_every_input_changes_the_deal() -> None:
    seeds = [
        deal_seed(KEY, "game", 1, SEEDS),
        deal_seed(b"x" * 32, "game", 1, SEEDS),
        deal_seed(KEY, "other", 1, SEEDS),
        deal_seed(KEY, "game", 2, SEEDS),
        *(
            deal_seed(KEY, "game", 1, (*SEEDS[:seat], "changed", *SEEDS[seat + 1 :]))  # type: ignore[arg-type]
            for seat in SEATS
        ),
    ]
    assert len(set(seeds)) == len(seeds)


def test_a_seed_moved_to_another_seat_is_another_deal() -> None:
    assert deal_seed(KEY, "g", 1, ("a", "", "", "")) != deal_seed(KEY, "g", 1, ("", "a", "", ""))


@pytest.mark.clause("CO-DEAL-1")
def test_co_deal_1_the_deck_is_the_whole_pack_shuffled_from_the_deals_seed() -> None:
    deck = deck_of_deal(KEY, "game", 1, SEEDS, 52)
    assert sorted(deck) == list(range(52))
    assert deck == deck_of_deal(KEY, "game", 1, SEEDS, 52)
    assert deck != deck_of_deal(KEY, "game", 2, SEEDS, 52)


@pytest.mark.clause("CO-DEAL-2")
def test_co_deal_2_the_first_dealer_is_drawn_and_every_seat_can_be() -> None:
    drawn = [first_dealer(KEY, f"game {number}", SEEDS) for number in range(40)]
    assert set(drawn) == set(SEATS)
    assert drawn[0] == first_dealer(KEY, "game 0", SEEDS)


def test_a_commitment_binds_game_seat_and_seed() -> None:
    commitment = seed_commitment("game", Seat(1), "seed")
    assert seed_fits(commitment, "game", Seat(1), "seed")
    assert not seed_fits(commitment, "game", Seat(1), "other")
    assert not seed_fits(commitment, "game", Seat(2), "seed")
    assert not seed_fits(commitment, "other", Seat(1), "seed")


def test_a_grant_is_good_for_one_seat_at_one_turn_of_one_game() -> None:
    key = grant_key(b"master")
    given = grant(key, "game", "41-0011aabb", Seat(2))
    assert grant_valid(given, key, "game", "41-0011aabb", Seat(2))
    assert not grant_valid(given, key, "game", "41-0011aabb", Seat(1))
    assert not grant_valid(given, key, "game", "42-0011aabb", Seat(2))
    assert not grant_valid(given, key, "other", "41-0011aabb", Seat(2))
    assert not grant_valid(given, grant_key(b"another"), "game", "41-0011aabb", Seat(2))
    assert not grant_valid(b"", key, "game", "41-0011aabb", Seat(2))


def test_a_fingerprint_tells_requests_and_keys_apart() -> None:
    key = fingerprint_key(b"master")
    prints = {
        fingerprint(key, b"one"),
        fingerprint(key, b"two"),
        fingerprint(fingerprint_key(b"another"), b"one"),
        fingerprint(grant_key(b"master"), b"one"),
    }
    assert len(prints) == 4
    assert {len(value) for value in prints} == {16}
