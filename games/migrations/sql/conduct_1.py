"""The conduct of games from before clocks were events, as first written down.

Migration 0004 runs this: it stays as it is.
"""

import json


def conduct_of(seats: int, seconds_per_move: int) -> str:
    """Return the conduct of a table where every decision has the same time."""
    clock = {
        "time": {"kind": "per_move", "seconds": seconds_per_move},
        "grace": 0,
        "window": None,
        "weekends": False,
        "vacation": 0,
        "misses": 2,
    }
    return json.dumps({"clock": clock, "chairs": [{}] * seats})
