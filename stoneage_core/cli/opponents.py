"""The commands ``match``, ``engine`` and ``train`` for opponents."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from stoneage_core.cli.outcomes import natural, positive
from stoneage_core.errors import Irregular
from stoneage_core.fields import SEAT_COUNTS
from stoneage_core.model import weighing
from stoneage_core.model.styles import WEIGHTS_FILE, Style, load_styles, save_style
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.matches import match_table, play_games
from stoneage_core.opponents.protocol import converse
from stoneage_core.opponents.training import GUESSES, Lessons, learn


def add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", help="two to four, separated by commas: flint,autopilot"
    )
    parser.add_argument("--games", type=positive, default=20)
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first game"
    )
    parser.set_defaults(run=_match)


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--opponent",
        type=str.capitalize,  # as in matches, capitals do not matter
        choices=tuple(OPPONENTS),
        default="Flint",
    )
    parser.set_defaults(run=_engine)


def add_train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("style", help="the name under which the weights are saved")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=natural, default=160)
    parser.add_argument(
        "--games", type=positive, default=300, help="how many games each variant plays"
    )
    parser.add_argument(
        "--trait",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="a fixed weight, by its name in model/weighing.py",
    )
    parser.add_argument("--like", default="", help="the style to start from")
    parser.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    parser.set_defaults(run=_train)


def _match(options: argparse.Namespace) -> str:
    names = tuple(options.names.split(","))
    if len(names) not in SEAT_COUNTS:
        raise Irregular("A match is for 2 to 4 players, not {count}.", count=len(names))
    return match_table(list(play_games(names, options.games, options.seed)))


def _engine(options: argparse.Namespace) -> str:
    for answer in converse(sys.stdin.buffer, OPPONENTS[options.opponent]):
        sys.stdout.write(answer)
        sys.stdout.flush()
    return ""


def _train(options: argparse.Namespace) -> str:
    traits = dict(_trait(text) for text in options.trait)
    plan = Lessons(options.seed, options.generations, options.games)
    starts = _starts(options.like, options.file)
    weights = {
        players: learn(plan, players, starts[players], traits)
        for players in SEAT_COUNTS
    }
    style = Style(
        plan.seed, plan.generations, plan.games, weights, traits, options.like
    )
    save_style(options.style, style, options.file)
    return f"{options.style}: {style.digest} in {options.file}\n"


def _starts(like: str, file: Path) -> Mapping[int, Sequence[float]]:
    if not like:
        return dict.fromkeys(SEAT_COUNTS, GUESSES)
    styles = load_styles(file)
    if like not in styles:
        known = ", ".join(styles)
        raise Irregular("“{name}” is not one of {known}.", name=like, known=known)
    return styles[like].weights


def _trait(text: str) -> tuple[int, float]:
    """Return the index and value of a weight given as NAME=NUMBER."""
    name, _, number = text.partition("=")
    index = getattr(weighing, name.upper(), None)
    try:
        if isinstance(index, int) and index < weighing.WEIGHTS:
            return index, float(number)
    except ValueError:
        pass
    raise Irregular("“{text}” is not a trait; an example is HUNGRY=0.", text=text)
