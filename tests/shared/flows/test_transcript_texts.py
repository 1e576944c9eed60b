"""A transcript writes a move in one form, where players may write it in several."""

import gzip
import json
from pathlib import Path
from typing import Final

from shared.flows.transcripts import check_lines

FILE: Final = Path(__file__).parents[2] / "vectors" / "appel_au_roi.jsonl.gz"


def test_the_cards_of_a_discard_stand_in_one_order() -> None:
    with gzip.open(FILE) as lines:
        game = next(json.loads(line) for line in lines if b"discard:" in line)
    moves = [move for deal in game["deals"] for move in deal["moves"]]
    discard = next(move for move in moves if move["move"].startswith("discard:"))
    cards = discard["move"].removeprefix("discard:").split(",")
    discard["move"] = "discard:" + ",".join(reversed(cards))
    (check,) = check_lines([json.dumps(game).encode()])
    assert check.malformed is not None
    assert check.malformed.startswith(f"appel_au_roi has no move '{discard['move']}'")
