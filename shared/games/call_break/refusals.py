"""Every reason why Call Break refuses a move, in the order in which they are looked at."""

from typing import Final

from shared.kernel.refusal import RefusalKind

NO_DEAL: Final = RefusalKind(
    "call_break.no_deal",
    "CO-DEAL-3",
    "no deal is running; wait for the next one to start",
)
CALLS_COME_FIRST: Final = RefusalKind(
    "call_break.calls_come_first",
    "CB-CALL-1",
    "no card is played before all four have called; seat {to_move} calls next",
)
CALLED_ALREADY: Final = RefusalKind(
    "call_break.called_already",
    "CB-CALL-1",
    "each player calls once and all four have called; play a card",
)
NOT_YOUR_CALL: Final = RefusalKind(
    "call_break.not_your_call",
    "CB-CALL-1",
    "players call in order, beginning with forehand; seat {to_move} calls next",
)
NOT_YOUR_PLAY: Final = RefusalKind(
    "call_break.not_your_play",
    "CO-TRICK-1",
    "players play in order, one card each; seat {to_move} plays next",
)
CALL_OUT_OF_BOUNDS: Final = RefusalKind(
    "call_break.call_out_of_bounds",
    "CB-CALL-2",
    "a call is a whole number from {least} to {most}",
)
CARD_NOT_HELD: Final = RefusalKind(
    "call_break.card_not_held",
    "CB-DEAL-1",
    "that card is not in your hand; play {held}",
)
MUST_FOLLOW_SUIT: Final = RefusalKind(
    "call_break.must_follow_suit",
    "CB-PLAY-2",
    "you hold cards of the suit led; play {allowed}",
)
MUST_BEAT_SPADES: Final = RefusalKind(
    "call_break.must_beat_spades",
    "CB-PLAY-3",
    "you cannot follow suit and hold a spade that beats those in the trick; play {allowed}",
)
DEALS_OUT_OF_BOUNDS: Final = RefusalKind(
    "call_break.deals_out_of_bounds",
    "CB-END-1",
    "the number of deals is from {least} to {most}, or none for no fixed end",
)
BOTS_NEED_DEALS: Final = RefusalKind(
    "call_break.bots_need_deals",
    "CB-END-1",
    "a table of bots alone would never end; give a number of deals",
)
DEALS_ARE_FIXED: Final = RefusalKind(
    "call_break.deals_are_fixed",
    "CB-END-2",
    "this game ends after {deals} deals; nobody can ask to stop it earlier",
)

REFUSALS: Final[tuple[RefusalKind, ...]] = (
    NO_DEAL,
    CALLS_COME_FIRST,
    CALLED_ALREADY,
    NOT_YOUR_CALL,
    NOT_YOUR_PLAY,
    CALL_OUT_OF_BOUNDS,
    CARD_NOT_HELD,
    MUST_FOLLOW_SUIT,
    MUST_BEAT_SPADES,
    DEALS_OUT_OF_BOUNDS,
    BOTS_NEED_DEALS,
    DEALS_ARE_FIXED,
)
