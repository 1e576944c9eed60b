"""Every reason why Tiny Whist refuses a move, in the order in which they are looked at."""

from typing import Final

from shared.kernel.refusal import RefusalKind

NO_DEAL: Final = RefusalKind(
    "tiny_whist.no_deal",
    "CO-DEAL-3",
    "no deal is running; wait for the next one to start",
)
LAY_FIRST: Final = RefusalKind(
    "tiny_whist.lay_first",
    "TW-LAY-1",
    "no card is played before all four have laid one away; seat {to_move} lays next",
)
LAID_ALREADY: Final = RefusalKind(
    "tiny_whist.laid_already",
    "TW-LAY-1",
    "all four have laid a card away; play one",
)
NOT_YOUR_TURN: Final = RefusalKind(
    "tiny_whist.not_your_turn",
    "CO-TRICK-1",
    "seats move in order; seat {to_move} is next",
)
CARD_NOT_HELD: Final = RefusalKind(
    "tiny_whist.card_not_held",
    "CO-DEAL-1",
    "that card is not in your hand; choose {held}",
)
MUST_FOLLOW_SUIT: Final = RefusalKind(
    "tiny_whist.must_follow_suit",
    "TW-PLAY-1",
    "you hold cards of the suit led; play {allowed}",
)
DEALS_OUT_OF_BOUNDS: Final = RefusalKind(
    "tiny_whist.deals_out_of_bounds",
    "TW-END-1",
    "the number of deals is from {least} to {most}",
)
ACE_OUT_OF_BOUNDS: Final = RefusalKind(
    "tiny_whist.ace_out_of_bounds",
    "TW-SCORE-2",
    "an ace laid away scores from 0 to {most}",
)
DEALS_ARE_FIXED: Final = RefusalKind(
    "tiny_whist.deals_are_fixed",
    "TW-END-1",
    "this game ends after {deals} deals; nobody can ask to stop it earlier",
)

REFUSALS: Final[tuple[RefusalKind, ...]] = (
    NO_DEAL,
    LAY_FIRST,
    LAID_ALREADY,
    NOT_YOUR_TURN,
    CARD_NOT_HELD,
    MUST_FOLLOW_SUIT,
    DEALS_OUT_OF_BOUNDS,
    ACE_OUT_OF_BOUNDS,
    DEALS_ARE_FIXED,
)
