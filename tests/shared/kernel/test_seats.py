"""Seats in order of play (CO-SEAT)."""

import pytest

from shared.kernel.seats import SEATS, seat_after


@pytest.mark.clause("CO-SEAT-1")
def test_co_seat_1_the_next_player_after_seat_s_is_s_plus_one_modulo_four() -> None:
    assert [seat_after(seat) for seat in SEATS] == [1, 2, 3, 0]
    assert [seat_after(seat, 4) for seat in SEATS] == list(SEATS)


@pytest.mark.clause("CO-SEAT-2")
def test_co_seat_2_the_dealer_is_the_seat_before_forehand() -> None:
    assert [seat_after(forehand, -1) for forehand in SEATS] == [3, 0, 1, 2]
