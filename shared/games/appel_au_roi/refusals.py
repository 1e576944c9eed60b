"""Every reason why Appel au roi refuses a move, in the order in which they are looked at."""

from typing import Final

from shared.kernel.refusal import RefusalKind

# --- another move is due ------------------------------------------------------------------------

NO_DEAL: Final = RefusalKind(
    "appel_au_roi.no_deal",
    "CO-DEAL-3",
    "no deal is running; wait for the next one to start",
)
AUCTION_RUNS: Final = RefusalKind(
    "appel_au_roi.auction_runs",
    "AR-BID-1",
    "the auction comes first; seat {to_move} bids or passes",
)
KING_COMES_FIRST: Final = RefusalKind(
    "appel_au_roi.king_comes_first",
    "AR-CALL-1",
    "a king is called before the talon is seen; seat {to_move} calls it",
)
HALF_COMES_FIRST: Final = RefusalKind(
    "appel_au_roi.half_comes_first",
    "AR-TALON-1",
    "the talon is turned up; seat {to_move} takes a half of it first",
)
DISCARD_COMES_FIRST: Final = RefusalKind(
    "appel_au_roi.discard_comes_first",
    "AR-DISCARD-1",
    "cards were taken from the talon; seat {to_move} lays as many away first",
)
ANNOUNCEMENTS_RUN: Final = RefusalKind(
    "appel_au_roi.announcements_run",
    "AR-ANN-1",
    "announcements are being made; seat {to_move} speaks, until it says bien",
)
CARDS_ARE_PLAYED: Final = RefusalKind(
    "appel_au_roi.cards_are_played",
    "AR-PLAY-1",
    "bids and announcements are over and the cards are being played; play a card",
)

# --- the auction --------------------------------------------------------------------------------

NOT_YOUR_BID: Final = RefusalKind(
    "appel_au_roi.not_your_bid",
    "AR-BID-1",
    "players bid in turn, and who passed is out for good; seat {to_move} speaks",
)
FOREHAND_MUST_BID: Final = RefusalKind(
    "appel_au_roi.forehand_must_bid",
    "AR-BID-2",
    "the three others have passed, so forehand cannot; bid {open}",
)
FOREHAND_BID: Final = RefusalKind(
    "appel_au_roi.forehand_bid",
    "AR-BID-2",
    "{bid} is for forehand alone, after three passes; say {open}",
)
BID_TOO_LOW: Final = RefusalKind(
    "appel_au_roi.bid_too_low",
    "AR-BID-1",
    "a bid must be higher than {highest}; say {open}",
)
BIRD_NOT_HELD: Final = RefusalKind(
    "appel_au_roi.bird_not_held",
    "AR-BID-3",
    "{bid} is for a player who holds {card}; say {open}",
)
FOUR_KINGS_HELD: Final = RefusalKind(
    "appel_au_roi.four_kings_held",
    "AR-BID-4",
    "you hold all four kings, so there is none to call; say {open}",
)

# --- calling, talon, discard --------------------------------------------------------------------

NOT_DECLARER: Final = RefusalKind(
    "appel_au_roi.not_declarer",
    "AR-BID-1",
    "this is for declarer to do, who won the auction: seat {to_move}",
)
KING_HELD: Final = RefusalKind(
    "appel_au_roi.king_held",
    "AR-CALL-1",
    "you hold that king yourself; call {open}",
)
FOURTH_NEEDS_THREE_KINGS: Final = RefusalKind(
    "appel_au_roi.fourth_needs_three_kings",
    "AR-CALL-2",
    "the fourth king is called only from a hand with three; call {open}",
)
KING_NOT_IN_TALON: Final = RefusalKind(
    "appel_au_roi.king_not_in_talon",
    "AR-TALON-2",
    "a game is abandoned only where the called king lies in the talon; take a half",
)
DISCARD_MISCOUNTED: Final = RefusalKind(
    "appel_au_roi.discard_miscounted",
    "AR-DISCARD-1",
    "as many cards are laid away as were taken: {count}, each named once",
)
DISCARD_NOT_HELD: Final = RefusalKind(
    "appel_au_roi.discard_not_held",
    "AR-DISCARD-1",
    "only cards in the hand can be laid away: {held}",
    all_of=("held",),
)
HONOUR_DISCARDED: Final = RefusalKind(
    "appel_au_roi.honour_discarded",
    "AR-DISCARD-2",
    "an oudler or a king is never laid away; choose {count} of {open}",
    all_of=("open",),
)
TAROCKS_FIRST: Final = RefusalKind(
    "appel_au_roi.tarocks_first",
    "AR-DISCARD-3",
    "no suit card is laid away while a tarock other than an oudler is in the hand; "
    "first lay away {count} of {tarocks}",
    all_of=("tarocks",),
)

# --- announcements ------------------------------------------------------------------------------

NOT_YOUR_WORD: Final = RefusalKind(
    "appel_au_roi.not_your_word",
    "AR-ANN-1",
    "players announce in turn, beginning with declarer; seat {to_move} speaks",
)
NO_PRIMES_HERE: Final = RefusalKind(
    "appel_au_roi.no_primes_here",
    "AR-SCORE-5",
    "there are no primes in {bid}; say {open}",
)
PRIME_NOT_IN_GAME: Final = RefusalKind(
    "appel_au_roi.prime_not_in_game",
    "AR-ANN-3",
    "{prime} cannot be made in {bid}; say {open}",
)
ANNOUNCED_ALREADY: Final = RefusalKind(
    "appel_au_roi.announced_already",
    "AR-ANN-3",
    "{prime} is announced already, and a prime once only, by one side; say {open}",
)
CARD_OF_PRIME_NOT_HELD: Final = RefusalKind(
    "appel_au_roi.card_of_prime_not_held",
    "AR-PRIME-3",
    "{prime} is announced only by who holds its card; say {open}",
)
XXI_HELD: Final = RefusalKind(
    "appel_au_roi.xxi_held",
    "AR-PRIME-2",
    "who holds tarock XXI cannot announce that it is taken; say {open}",
)
OPPONENTS_ANNOUNCE: Final = RefusalKind(
    "appel_au_roi.opponents_announce",
    "AR-PRIME-3",
    "{prime} is for declarer's opponents to announce; say {open}",
)
NOT_ANNOUNCED: Final = RefusalKind(
    "appel_au_roi.not_announced",
    "AR-ANN-6",
    "only the game and what was announced is doubled, and {item} was not; "
    "double {open}, or say bien",
)
DOUBLED_OUT: Final = RefusalKind(
    "appel_au_roi.doubled_out",
    "AR-ANN-6",
    "contre, re-contre and sur-contre were said on {item}; double {open}, or say bien",
)
OTHER_SIDE_DOUBLES: Final = RefusalKind(
    "appel_au_roi.other_side_doubles",
    "AR-ANN-6",
    "the sides double by turns, and never what is their own: "
    "{item} is for the other side to double now; "
    "double {open}, or say bien",
)

# --- play ---------------------------------------------------------------------------------------

NOT_YOUR_PLAY: Final = RefusalKind(
    "appel_au_roi.not_your_play",
    "CO-TRICK-1",
    "players play in order, one card each; seat {to_move} plays next",
)
CARD_NOT_HELD: Final = RefusalKind(
    "appel_au_roi.card_not_held",
    "AR-DEAL-2",
    "that card is not in your hand; play {held}",
)
MUST_FOLLOW_SUIT: Final = RefusalKind(
    "appel_au_roi.must_follow_suit",
    "AR-PLAY-2",
    "you must follow suit: you hold cards of the suit led; play {allowed}",
)
MUST_PLAY_TAROCK: Final = RefusalKind(
    "appel_au_roi.must_play_tarock",
    "AR-PLAY-3",
    "you must play a tarock: you cannot follow suit and hold one; play {allowed}",
)
MUST_BEAT: Final = RefusalKind(
    "appel_au_roi.must_beat",
    "AR-PLAY-4",
    "you must beat {winning}, for in this game all must who can; play {allowed}",
)
TAROCKS_NOT_LED: Final = RefusalKind(
    "appel_au_roi.tarocks_not_led",
    "AR-PLAY-8",
    "without trump a tarock is led only from a hand of tarocks alone; lead {allowed}",
)
PETIT_LAST: Final = RefusalKind(
    "appel_au_roi.petit_last",
    "AR-PLAY-9",
    "the Petit is played only when no other tarock may be; play {allowed}",
)
ANNOUNCED_CARD_DUE: Final = RefusalKind(
    "appel_au_roi.announced_card_due",
    "AR-PLAY-7",
    "what you announced is due in this trick; play {allowed}",
)
ANNOUNCED_CARD_EARLY: Final = RefusalKind(
    "appel_au_roi.announced_card_early",
    "AR-PLAY-7",
    "you announced that card for a later trick; play {allowed}",
)

# --- the table ----------------------------------------------------------------------------------

DEALS_OUT_OF_BOUNDS: Final = RefusalKind(
    "appel_au_roi.deals_out_of_bounds",
    "AR-DEAL-1",
    "the number of deals is from {least} to {most}",
)
DEALS_ARE_FIXED: Final = RefusalKind(
    "appel_au_roi.deals_are_fixed",
    "AR-END-1",
    "this game ends after {deals} deals; nobody can ask to stop it earlier",
)

REFUSALS: Final[tuple[RefusalKind, ...]] = (
    NO_DEAL,
    AUCTION_RUNS,
    KING_COMES_FIRST,
    HALF_COMES_FIRST,
    DISCARD_COMES_FIRST,
    ANNOUNCEMENTS_RUN,
    CARDS_ARE_PLAYED,
    NOT_YOUR_BID,
    FOREHAND_MUST_BID,
    FOREHAND_BID,
    BID_TOO_LOW,
    BIRD_NOT_HELD,
    FOUR_KINGS_HELD,
    NOT_DECLARER,
    KING_HELD,
    FOURTH_NEEDS_THREE_KINGS,
    KING_NOT_IN_TALON,
    DISCARD_MISCOUNTED,
    DISCARD_NOT_HELD,
    HONOUR_DISCARDED,
    TAROCKS_FIRST,
    NOT_YOUR_WORD,
    NO_PRIMES_HERE,
    PRIME_NOT_IN_GAME,
    ANNOUNCED_ALREADY,
    CARD_OF_PRIME_NOT_HELD,
    XXI_HELD,
    OPPONENTS_ANNOUNCE,
    NOT_ANNOUNCED,
    DOUBLED_OUT,
    OTHER_SIDE_DOUBLES,
    NOT_YOUR_PLAY,
    CARD_NOT_HELD,
    MUST_FOLLOW_SUIT,
    MUST_PLAY_TAROCK,
    MUST_BEAT,
    TAROCKS_NOT_LED,
    PETIT_LAST,
    ANNOUNCED_CARD_DUE,
    ANNOUNCED_CARD_EARLY,
    DEALS_OUT_OF_BOUNDS,
    DEALS_ARE_FIXED,
)
