"""Output of simulated games and positions, as text and JSON."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean, median

from msgspec import Struct

from stoneage_core import autopilot
from stoneage_core.chance import RandomChance
from stoneage_core.engine import replay
from stoneage_core.events.base import Event
from stoneage_core.game import Game
from stoneage_core.record.codec import encode_state
from stoneage_core.simulation import Played, Policy, play, random_policy
from stoneage_core.wording.sentences import describe_event

#: The factories of policies, by name; each takes the seed of the game.
POLICIES: dict[str, Callable[[int], Policy]] = {
    "cautious": lambda seed: partial(autopilot.choose, cautious=True),
    "random": lambda seed: random_policy(random.Random(seed)),
    "autopilot": lambda seed: autopilot.choose,
}


class SimulatedGame(Struct, frozen=True):
    """A simulated game, and the name of the policy of each player."""

    game: Played
    policies: tuple[str, ...]


def simulate(
    players: int, games: int, seed: int, policies: Sequence[str]
) -> list[SimulatedGame]:
    """
    Play games with the seeds ``seed``, ``seed`` + 1 and so on.

    ``policies`` are names, one for all players or one for each. They move one seat on
    after each game, so that no policy has an advantage by its seat.
    """
    everyone = (tuple(policies) * players)[:players]
    simulated = []
    for number in range(games):
        first = -number % players
        names = everyone[first:] + everyone[:first]
        by_name = {name: POLICIES[name](seed + number) for name in names}
        game = play(players, seed + number, *[by_name[name] for name in names])
        simulated.append(SimulatedGame(game, names))
    return simulated


def games_table(matches: Sequence[SimulatedGame]) -> str:
    head = f"{'game':>4} {'rounds':>6} {'events':>6}  {'ended by':12}  scores\n"
    games = [match.game for match in matches]
    rows = []
    for number, game in enumerate(games, start=1):
        state = game.state
        scores = " ".join(f"{tribe.score:>4}" for tribe in state.players)
        counts = f"{number:>4} {state.round:>6} {len(game.events):>6}"
        rows.append(f"{counts}  {state.end_reason:12}  {scores}\n")
    ends = [str(game.state.end_reason) for game in games]
    ended = ", ".join(f"{name} {ends.count(name)}" for name in sorted(set(ends)))
    events = median(len(game.events) for game in games)
    rounds = median(game.state.round for game in games)
    summary = f"median: {events:g} events, {rounds:g} rounds; ended by: {ended}\n"
    return "".join([head, *rows, summary, *_rivals(matches)])


def games_json(matches: Sequence[SimulatedGame]) -> str:
    documents = []
    for match in matches:
        game, state = match.game, match.game.state
        documents.append(
            {
                "game": state.game,
                "players": state.player_count,
                "policies": list(match.policies),
                "rounds": state.round,
                "events": len(game.events),
                "decisions": len(game.decisions),
                "ended_by": str(state.end_reason),
                "scores": [tribe.score for tribe in state.players],
                "winners": [player + 1 for player in state.winners],
            }
        )
    return json.dumps(documents, indent=1) + "\n"


def position(events: Sequence[Event]) -> str:
    game = Game(events, RandomChance())
    last = describe_event(events[-1])
    return f"After event {game.state.version}: {last}\n{game}\n"


def position_json(events: Sequence[Event]) -> str:
    return encode_state(replay(events)).decode() + "\n"


def _rivals(matches: Sequence[SimulatedGame]) -> Iterator[str]:
    """Yield the results of each policy if there are several; a shared win counts."""
    names = sorted({name for match in matches for name in match.policies})
    for name in names if len(names) > 1 else ():
        won, scores = 0, []
        for match in matches:
            state = match.game.state
            won += any(match.policies[winner] == name for winner in state.winners)
            seats = zip(match.policies, state.players, strict=True)
            scores += [tribe.score for policy, tribe in seats if policy == name]
        share = f"won {won} of {len(matches)} games"
        yield f"{name}: {share}, mean score {fmean(scores):.1f}\n"
