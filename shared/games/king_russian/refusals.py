"""Every reason why Russian King refuses a move, in the order in which they are looked at."""

from typing import Final

from shared.kernel.refusal import RefusalKind

NO_DEAL: Final = RefusalKind(
    "king_russian.no_deal",
    "CO-DEAL-3",
    "no round is running; wait for the next one to start",
)
NOT_YOUR_PLAY: Final = RefusalKind(
    "king_russian.not_your_play",
    "CO-TRICK-1",
    "players play in order, one card each; seat {to_move} plays next",
)
CARD_NOT_HELD: Final = RefusalKind(
    "king_russian.card_not_held",
    "KR-DEAL-1",
    "that card is not in your hand; play {held}",
)
HEARTS_HELD_BACK: Final = RefusalKind(
    "king_russian.hearts_held_back",
    "KR-HEART-1",
    "in {contract} a heart is led only by who holds nothing else; lead {allowed}",
)
MUST_FOLLOW_SUIT: Final = RefusalKind(
    "king_russian.must_follow_suit",
    "KR-PLAY-1",
    "you hold cards of the suit led; play {allowed}",
)
MUST_PLAY_KING: Final = RefusalKind(
    "king_russian.must_play_king",
    "KR-KING-1",
    "in {contract} who cannot follow suit and holds the king of hearts plays it; play {allowed}",
)
ROUNDS_ARE_FIXED: Final = RefusalKind(
    "king_russian.rounds_are_fixed",
    "KR-END-1",
    "this game ends after {rounds} rounds; nobody can ask to stop it earlier",
)

REFUSALS: Final[tuple[RefusalKind, ...]] = (
    NO_DEAL,
    NOT_YOUR_PLAY,
    CARD_NOT_HELD,
    HEARTS_HELD_BACK,
    MUST_FOLLOW_SUIT,
    MUST_PLAY_KING,
    ROUNDS_ARE_FIXED,
)
