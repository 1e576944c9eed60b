"""Where the unseen cards may lie: never where a deal has shown that they do not."""

from itertools import islice

import pytest

from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.moves import FOURTH
from shared.games.appel_au_roi.pack import KING_OF
from shared.games.appel_au_roi.state import Auction, Playing
from shared.kernel.seats import SEATS
from tests.workers.bots.appel_au_roi.turns import BID_IDS, turns
from workers.bots.appel_au_roi.worlds import ASIDE, pledges_of, seen, worlds
from workers.bots.chance import Chance

WITH_KING: tuple[ContractId, ...] = ("appel", "appel_contre_chien", "appel_petit", "appel_iv")


@pytest.mark.parametrize("bid", BID_IDS)
def test_every_world_has_every_card_in_one_place(bid: ContractId) -> None:
    for number, (state, seat, _) in enumerate(turns(bid, 5)):
        view, chance = rules.view(state, seat), Chance(bytes([number]))
        known = seen(view, chance)
        for world in islice(worlds(view, known, chance), 2):
            assert world.hands[seat] == view.hand
            assert [hand.bit_count() for hand in world.hands] == list(view.cards_left)
            if view.opened is None:
                assert world.aside.bit_count() == known.room[ASIDE]
                assert sum(world.hands) + world.aside == view.hand | known.unseen


@pytest.mark.parametrize("bid", BID_IDS)
def test_the_cards_as_they_lie_are_never_excluded(bid: ContractId) -> None:
    for seed in range(12):
        for number, (state, seat, _) in enumerate(turns(bid, seed)):
            assert state.hands is not None
            if not isinstance(state, Auction) and state.deal.called == FOURTH:
                continue  # Which king it is may be guessed wrong.
            known = seen(rules.view(state, seat), Chance(bytes([number])))
            for other in SEATS:
                assert other == seat or state.hands[other] & ~known.possible[other] == 0


@pytest.mark.parametrize("bid", BID_IDS)
def test_all_hands_are_known_where_they_lie_open(bid: ContractId) -> None:
    for state, seat, _ in turns(bid, 2):
        if isinstance(state, Playing) and state.opened is not None:
            view, chance = rules.view(state, seat), Chance(b"x")
            assert state.hands is not None
            assert next(worlds(view, seen(view, chance), chance)).hands == list(state.hands)


@pytest.mark.parametrize("bid", WITH_KING)
def test_the_partner_is_who_holds_the_called_king(bid: ContractId) -> None:
    for state, seat, _ in turns(bid, 3):
        if isinstance(state, Auction) or state.deal.called in {None, FOURTH}:
            continue
        view, chance = rules.view(state, seat), Chance(b"x")
        deal, known = state.deal, seen(view, chance)
        assert deal.called is not None
        assert deal.called != FOURTH
        assert known.king == KING_OF[deal.called]
        for world in islice(worlds(view, known, chance), 5):
            holds = [other for other in SEATS if world.hands[other] >> known.king & 1]
            assert set(holds) <= {world.partner, deal.declarer}
            if world.partner is not None:
                assert world.partner != deal.declarer
                assert deal.sides[world.partner] != "opponents"
            own = view.side == "declarer" and seat != deal.declarer
            assert (world.partner == seat) == own


@pytest.mark.parametrize("bid", BID_IDS)
def test_a_seat_is_held_to_what_it_has_announced(bid: ContractId) -> None:
    for seed in range(4):
        for state, _, _ in turns(bid, seed):
            if isinstance(state, Playing) and state.deal.called != FOURTH:
                assert state.hidden is not None
                assert pledges_of(state.deal, state.hidden.king) == state.deal.pledges


def test_presumptions_that_cannot_all_be_true_are_given_up() -> None:
    for state, seat, _ in turns("seul", 4):
        if not isinstance(state, Playing) or seat == state.deal.declarer:
            continue
        view, chance = rules.view(state, seat), Chance(b"x")
        known = seen(view, chance)
        known.possible[ASIDE] = 0  # as if declarer had laid nothing away
        world = next(worlds(view, known, chance))
        assert [hand.bit_count() for hand in world.hands] == list(view.cards_left)
        assert world.aside.bit_count() == known.room[ASIDE] > 0
        assert known.tries == 0
