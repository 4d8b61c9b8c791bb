"""The same decisions give the same bytes in every interpreter."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import sys
from hashlib import sha256
from random import Random
from stoneage_core import SealedChance, awaited, decide
from stoneage_core import autopilot
from stoneage_core.record import codec, log
from stoneage_core.simulation import opening, random_policy

chance = SealedChance(b"deterministic".ljust(32))
events, state = opening(4, chance)
policies = [autopilot.choose, random_policy(Random(5))]
while asked := sorted(awaited(state)):
    command = policies[asked[0] % 2](state, asked[0])
    came, state = decide(state, asked[0], command, chance)
    events += came
written = log.dump(events).encode() + codec.encode_state(state)
print(len(events), sha256(written).hexdigest())
assert "django" not in sys.modules
"""


def printed(*options: str, hash_seed: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    finished = subprocess.run(
        [sys.executable, *options, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.stderr == ""
    return finished.stdout


def test_a_game_has_the_same_bytes_in_every_interpreter():
    first = printed(hash_seed="0")
    assert int(first.split()[0]) > 500
    assert printed("-O", hash_seed="4242") == first
