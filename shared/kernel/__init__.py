"""The vocabulary of every game: events, refusals, seats, viewers, settlements."""
