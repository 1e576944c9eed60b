"""Every reason why Turkish King refuses a move, in the order in which they are looked at."""

from typing import Final

from shared.kernel.refusal import RefusalKind

NO_DEAL: Final = RefusalKind(
    "king_turkish.no_deal",
    "CO-DEAL-3",
    "no deal is running; wait for the next one to start",
)
CONTRACT_COMES_FIRST: Final = RefusalKind(
    "king_turkish.contract_comes_first",
    "KT-CHOOSE-2",
    "no card is played before the contract is announced; seat {to_move} chooses it",
)
CHOSEN_ALREADY: Final = RefusalKind(
    "king_turkish.chosen_already",
    "KT-CHOOSE-2",
    "the contract of this deal is announced: {contract}; play a card",
)
NOT_YOUR_CHOICE: Final = RefusalKind(
    "king_turkish.not_your_choice",
    "KT-CHOOSE-1",
    "the right to choose moves from seat to seat; this deal is for seat {to_move} to choose",
)
TRUMP_SUIT_MISSING: Final = RefusalKind(
    "king_turkish.trump_suit_missing",
    "KT-CHOOSE-2",
    "there is no Koz without a trump suit; name it too: {suits}",
)
TRUMP_SUIT_UNASKED: Final = RefusalKind(
    "king_turkish.trump_suit_unasked",
    "KT-CHOOSE-2",
    "a trump suit is named with Koz alone; {contract} has none",
)
PENALTY_CLOSED: Final = RefusalKind(
    "king_turkish.penalty_closed",
    "KT-CHOOSE-3",
    "{contract} was played twice and is closed; choose {open}",
)
TRUMP_CLOSED: Final = RefusalKind(
    "king_turkish.trump_closed",
    "KT-CHOOSE-4",
    "{contract} was played eight times and is closed; choose {open}",
)
OWN_PENALTIES_CHOSEN: Final = RefusalKind(
    "king_turkish.own_penalties_chosen",
    "KT-CHOOSE-5",
    "you have chosen your three penalties, so {contract} is not for you; choose {open}",
)
OWN_TRUMPS_CHOSEN: Final = RefusalKind(
    "king_turkish.own_trumps_chosen",
    "KT-CHOOSE-5",
    "you have chosen your two trumps, so {contract} is not for you; choose {open}",
)
NOT_YOUR_PLAY: Final = RefusalKind(
    "king_turkish.not_your_play",
    "CO-TRICK-1",
    "players play in order, one card each; seat {to_move} plays next",
)
CARD_NOT_HELD: Final = RefusalKind(
    "king_turkish.card_not_held",
    "KT-DEAL-1",
    "that card is not in your hand; play {held}",
)
HEARTS_CLOSED: Final = RefusalKind(
    "king_turkish.hearts_closed",
    "KT-HEART-1",
    "hearts are closed: no heart may be led before one was played; lead {allowed}",
)
HEARTS_CLOSED_TOO: Final = RefusalKind(
    "king_turkish.hearts_closed_too",
    "KT-HEART-2",
    "hearts are closed in every penalty here: no heart may be led before one was played; "
    "lead {allowed}",
)
TRUMPS_CLOSED: Final = RefusalKind(
    "king_turkish.trumps_closed",
    "KT-TRUMP-2",
    "trumps are closed: no trump may be led before another suit was ruffed; lead {allowed}",
)
MUST_FOLLOW_SUIT: Final = RefusalKind(
    "king_turkish.must_follow_suit",
    "KT-PLAY-1",
    "you must follow suit: you hold cards of the suit led; play {allowed}",
)
MUST_GIVE: Final = RefusalKind(
    "king_turkish.must_give",
    "KT-GIVE-1",
    "you must give your penalty card: a higher card of the suit led lies; play {allowed}",
)
MUST_HEAD: Final = RefusalKind(
    "king_turkish.must_head",
    "KT-HEAD-1",
    "you must head the trick: you hold a card of the suit led that wins it; play {allowed}",
)
MUST_TRUMP: Final = RefusalKind(
    "king_turkish.must_trump",
    "KT-TRUMP-1",
    "you must trump: you cannot follow suit and hold a trump; play {allowed}",
)
MUST_DISCARD_PENALTY: Final = RefusalKind(
    "king_turkish.must_discard_penalty",
    "KT-VOID-1",
    "you must let go of a penalty card: you cannot follow suit and hold one; play {allowed}",
)
MUST_DISCARD_HEART: Final = RefusalKind(
    "king_turkish.must_discard_heart",
    "KT-VOID-2",
    "you must let go of a heart: you cannot follow suit and hold the Rıfkı; play {allowed}",
)
DEALS_ARE_FIXED: Final = RefusalKind(
    "king_turkish.deals_are_fixed",
    "KT-END-1",
    "this game ends after {deals} deals; nobody can ask to stop it earlier",
)

REFUSALS: Final[tuple[RefusalKind, ...]] = (
    NO_DEAL,
    CONTRACT_COMES_FIRST,
    CHOSEN_ALREADY,
    NOT_YOUR_CHOICE,
    TRUMP_SUIT_MISSING,
    TRUMP_SUIT_UNASKED,
    PENALTY_CLOSED,
    TRUMP_CLOSED,
    OWN_PENALTIES_CHOSEN,
    OWN_TRUMPS_CHOSEN,
    NOT_YOUR_PLAY,
    CARD_NOT_HELD,
    HEARTS_CLOSED,
    HEARTS_CLOSED_TOO,
    TRUMPS_CLOSED,
    MUST_FOLLOW_SUIT,
    MUST_GIVE,
    MUST_HEAD,
    MUST_TRUMP,
    MUST_DISCARD_PENALTY,
    MUST_DISCARD_HEART,
    DEALS_ARE_FIXED,
)
