"""Every reason for which a table says no, with its clause and its sentence."""

from typing import Final

from shared.kernel.refusal import RefusalKind

NO_SUCH_GAME: Final = RefusalKind(
    "table.no_such_game", "GR-GAME-1", "there is no game with this id"
)
ALREADY_OPEN: Final = RefusalKind(
    "table.already_open", "GR-GAME-2", "this game id was opened before; draw a new one"
)
UNKNOWN_RULES: Final = RefusalKind(
    "table.unknown_rules", "GR-GAME-3", "no rules are called {rules}; ask which there are"
)
UNKNOWN_HOUSE_RULE: Final = RefusalKind(
    "table.unknown_house_rule",
    "CO-OPT-1",
    "{rules} has no house rule called {option}; name {known}",
)
BAD_HOUSE_RULE: Final = RefusalKind(
    "table.bad_house_rule", "CO-OPT-1", "the house rule {option} cannot be that: {reason}"
)
BOTS_AT_STAKE: Final = RefusalKind(
    "table.bots_at_stake",
    "CO-PAY-5",
    "a table with a stake seats bots only if whoever opens it says so: send `bots_at_stake: true`",
)
SEAT_TWICE: Final = RefusalKind(
    "table.seat_twice", "CO-SEAT-1", "seat {seat} is named twice; each seat takes one bot"
)
GAME_OVER: Final = RefusalKind("table.game_over", "CO-END-1", "the game has ended")
NOT_STARTED: Final = RefusalKind(
    "table.not_started", "GR-SEAT-1", "the game has not started; this can be asked once it has"
)
SEATS_CLOSED: Final = RefusalKind(
    "table.seats_closed", "GR-SEAT-2", "no seat changes once four seats are taken"
)
SEAT_TAKEN: Final = RefusalKind(
    "table.seat_taken", "GR-SEAT-3", "seat {seat} is taken; sit on seat {free}"
)
ALREADY_SEATED: Final = RefusalKind(
    "table.already_seated", "GR-SEAT-4", "you already sit on seat {seat}"
)
NOT_SEATED: Final = RefusalKind("table.not_seated", "GR-SEAT-5", "you have no seat at this table")
NOT_REVEALING: Final = RefusalKind(
    "table.not_revealing", "GR-SEED-1", "seeds are revealed when four seats are taken, not now"
)
SEED_REVEALED: Final = RefusalKind(
    "table.seed_revealed", "GR-SEED-2", "your seed is already revealed"
)
SEED_MISMATCH: Final = RefusalKind(
    "table.seed_mismatch", "GR-SEED-3", "this seed does not match the commitment you sat down with"
)
DEAL_RUNNING: Final = RefusalKind(
    "table.deal_running", "CO-DEAL-3", "a deal is running; be ready when it has ended"
)
ALREADY_READY: Final = RefusalKind("table.already_ready", "CO-DEAL-3", "you are already ready")
ALREADY_ASKED: Final = RefusalKind(
    "table.already_asked", "CO-END-1", "you have already asked for that"
)
NOT_ASKED: Final = RefusalKind("table.not_asked", "CO-END-1", "you have not asked to stop")
ABANDON_WITH_BOTS: Final = RefusalKind(
    "table.abandon_with_bots",
    "CO-PAY-5",
    "a game with a stake and a bot seated from the start is played out, never abandoned",
)
HOUSE_PLAYS: Final = RefusalKind(
    "table.house_plays",
    "GR-SEAT-6",
    "the house plays this turn for your seat; table:ready takes the seat back for the next",
)
NOT_AWAY: Final = RefusalKind(
    "table.not_away", "GR-SEAT-7", "the house does not play for seat {seat}: its player is here"
)
ALREADY_AWAY: Final = RefusalKind(
    "table.already_away", "GR-SEAT-8", "you have left; table:ready takes the seat back"
)
NO_DEAL: Final = RefusalKind("table.no_deal", "GR-TURN-1", "no deal is running: there is no move")
NO_SUCH_CLOCK: Final = RefusalKind(
    "table.no_such_clock", "CO-TIME-1", "no clock of this table runs out at {due} any more"
)
NOT_DUE: Final = RefusalKind(
    "table.not_due", "CO-TIME-1", "this clock runs out at {due}; it is only {now}"
)
FORBIDDEN: Final = RefusalKind(
    "table.forbidden", "GR-ACTOR-1", "{actor} may not ask for {command}"
)
STALE_TURN: Final = RefusalKind(
    "table.stale_turn", "GR-TURN-2", "this was meant for turn {given}; the turn now is {current}"
)
TURN_MISSING: Final = RefusalKind(
    "table.turn_missing",
    "GR-TURN-4",
    "a move names the turn of the view that it answers; the turn now is {current}",
)
TURN_ON_TABLE_COMMAND: Final = RefusalKind(
    "table.turn_on_table_command", "GR-TURN-3", "a table command carries no turn"
)
BAD_GRANT: Final = RefusalKind(
    "table.bad_grant", "GR-GRANT-1", "this grant is not for this seat and turn"
)
MALFORMED: Final = RefusalKind("table.malformed", "GR-FORM-1", "this is no command: {reason}")
ID_REUSED: Final = RefusalKind(
    "table.id_reused",
    "GR-ID-1",
    "the command id {command_id} was used for something else; a new wish needs a new id",
)
GAME_FROZEN: Final = RefusalKind(
    "table.game_frozen", "GR-GAME-4", "this game is frozen until an operator has looked at it"
)
SEALED: Final = RefusalKind(
    "table.sealed",
    "GR-ID-2",
    "this was refused; why is sealed with the deal: send the very same command again to be told",
)
PARKED: Final = RefusalKind(
    "table.parked", "GR-PARK-1", "this command failed again and again and was set aside: {reason}"
)

REFUSALS: Final = (
    NO_SUCH_GAME,
    ALREADY_OPEN,
    UNKNOWN_RULES,
    UNKNOWN_HOUSE_RULE,
    BAD_HOUSE_RULE,
    BOTS_AT_STAKE,
    SEAT_TWICE,
    GAME_OVER,
    NOT_STARTED,
    SEATS_CLOSED,
    SEAT_TAKEN,
    ALREADY_SEATED,
    NOT_SEATED,
    NOT_REVEALING,
    SEED_REVEALED,
    SEED_MISMATCH,
    DEAL_RUNNING,
    ALREADY_READY,
    ALREADY_ASKED,
    NOT_ASKED,
    ABANDON_WITH_BOTS,
    HOUSE_PLAYS,
    NOT_AWAY,
    ALREADY_AWAY,
    NO_DEAL,
    NO_SUCH_CLOCK,
    NOT_DUE,
    FORBIDDEN,
    STALE_TURN,
    TURN_MISSING,
    TURN_ON_TABLE_COMMAND,
    BAD_GRANT,
    MALFORMED,
    ID_REUSED,
    GAME_FROZEN,
    SEALED,
    PARKED,
)
