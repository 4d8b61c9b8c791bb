"""The statistics of a finished game: scores by round, luck with the dice, pace."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from statistics import mean, median
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history.chart import chart_of
from games.history.review_page import ChanceTurn, review_of
from games.log.positions import PastEvent
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation import labels
from games.presentation.dates import duration_in_words
from games.presentation.text import format_change, format_decimal, names_of
from games.presentation.timeline import PlayedDecision, load_timeline
from stoneage_core.components.odds import expected
from stoneage_core.components.resources import DIVISORS
from stoneage_core.events.actions import DiceRolled
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source
from stoneage_core.rules.scoring import scoring_of
from stoneage_core.state import GameState

#: The mean of a die, and the variance.
MEAN, VARIANCE = 3.5, 35 / 12


class RoundEnd(NamedTuple):
    """What each player would have scored if the game had ended with a round."""

    round: int
    points: tuple[int, ...]


class TurningPoint(NamedTuple):
    """A round in which a player's lead grew from ``before`` to ``after``."""

    round: int
    player: int
    before: int
    after: int

    @property
    def swing(self) -> int:
        return self.after - self.before

    @property
    def takes_lead(self) -> bool:
        return self.before <= 0 < self.after


def round_ends(
    kept: Iterable[PastEvent], states: Sequence[GameState]
) -> tuple[RoundEnd, ...]:
    """
    Return the scores at the beginning and at the end of each round.

    The beginning counts as the end of the round before. ``kept`` are the events that
    were not taken back.
    """
    ends: list[RoundEnd] = []
    last = states[0]
    for one in kept:
        state = states[one.sequence]
        if state.round != last.round:
            ended = last if ends else state
            ends.append(RoundEnd(state.round - 1, points_in(ended)))
        last = state
    if last.round:
        ends.append(RoundEnd(last.round, points_in(last)))
    return tuple(ends)


def points_in(state: GameState) -> tuple[int, ...]:
    """Return each player's final score, or their score if the game ended now."""
    return tuple(scoring_of(state, seat).total for seat in range(len(state.players)))


def lead_of(player: int, points: Sequence[int]) -> int:
    """Return by how much a player leads the best other. Negative if they are behind."""
    others = [each for number, each in enumerate(points) if number != player]
    return points[player] - max(others)


def turning_points(ends: Sequence[RoundEnd], most: int = 3) -> tuple[TurningPoint, ...]:
    """
    Return the rounds with the largest swings of a lead, one player for each round.
    """
    found: list[TurningPoint] = []
    for (_number, before), (number, points) in pairwise(ends):
        swings = [
            TurningPoint(number, player, lead_of(player, before), lead)
            for player, lead in enumerate(
                lead_of(p, points) for p in range(len(points))
            )
        ]
        found.append(max(swings, key=lambda each: each.swing))
    found = [each for each in found if each.swing > 0]
    return tuple(sorted(found, key=lambda each: (-each.swing, each.round))[:most])


@dataclass
class PlayerLuck:
    """A player's own rolls, and ``goods`` beyond expectation, without tools."""

    dice: int = 0
    pips: int = 0
    goods: dict[str, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.pips / self.dice if self.dice else 0.0

    @property
    def luck(self) -> float:
        """How many pips more than expected. Negative for fewer."""
        return self.pips - MEAN * self.dice

    @property
    def usual(self) -> float:
        """The deviation within which 19 of 20 games stay: two standard deviations."""
        return 2 * sqrt(VARIANCE * self.dice)

    @property
    def is_usual(self) -> bool:
        return abs(self.luck) <= self.usual


def luck_of(kept: Iterable[PastEvent], players: int) -> tuple[PlayerLuck, ...]:
    """
    Return each player's luck in all rolls that were not taken back. Dice for all
    players count for nobody, because everybody picks from them.
    """
    found = tuple(PlayerLuck() for _ in range(players))
    for one in kept:
        if isinstance(one.event, DiceRolled):
            rolled, luck = one.event, found[one.event.player]
            dice, total = len(rolled.dice), sum(rolled.dice)
            luck.dice += dice
            luck.pips += total
            more = total // DIVISORS[rolled.good] - expected(rolled.good, dice)
            luck.goods[rolled.good] = luck.goods.get(rolled.good, 0.0) + more
    return found


class PlayerPace(NamedTuple):
    """
    A player's decisions made by hand, in seconds from question to decision.
    ``longest_at`` is the first event of the slowest decision.
    """

    decisions: int
    median: int
    mean: int
    longest: int
    longest_at: int


def pace_of(
    decisions: Iterable[PlayedDecision], players: int
) -> tuple[PlayerPace | None, ...]:
    """Return each player's pace, or None if they decided nothing by hand."""
    timed: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for each in decisions:
        is_by_player = Source(each.how).is_by_hand and is_move(each.command)
        if is_by_player and each.player is not None and each.seconds is not None:
            timed[each.player].append((each.seconds, each.first))
    paces: list[PlayerPace | None] = []
    for times in timed:
        if not times:
            paces.append(None)
            continue
        seconds = [each for each, _first in times]
        longest, longest_at = max(times, key=lambda each: each[0])
        middle, usual = int(median(seconds)), int(mean(seconds))
        paces.append(PlayerPace(len(times), middle, usual, longest, longest_at))
    return tuple(paces)


def statistics_context(game: Game) -> dict[str, Any]:
    names = names_of(read_seats(game))
    timeline = load_timeline(game)
    ends = round_ends(timeline.kept, timeline.states)
    pace = pace_of(timeline.kept_decisions, len(names))
    review = review_of(game, timeline, names)
    has_chances = review is not None and review.chart is not None
    begun = {each.round: each.sequence for each in timeline.round_starts}
    turns: list[tuple[ChanceTurn | TurningPoint, str]]
    if review is not None and has_chances:
        turns = [(each, _chance_in_words(each, names)) for each in review.turns]
    else:
        turns = [(each, _lead_in_words(each, names)) for each in turning_points(ends)]
    chart = None
    if ends:
        chart = chart_of([end.points for end in ends], first=ends[0].round)
    return {
        "game": game,
        "chart": chart,
        "chart_says": _chart_in_words(ends, names),
        "players": list(enumerate(names)),
        "ends": ends[1:],
        "review": review,
        "turns": [
            {
                "seat": each.player,
                "sentence": sentence,
                "sequence": begun.get(each.round),
            }
            for each, sentence in turns
        ],
        "has_chances": has_chances,
        "luck": [
            {"seat": seat, "name": names[seat], **_luck_in_words(each)}
            for seat, each in enumerate(luck_of(timeline.kept, len(names)))
        ],
        "pace": [
            {"seat": seat, "name": names[seat]}
            if each is None
            else {
                "seat": seat,
                "name": names[seat],
                "count": each.decisions,
                "median": duration_in_words(each.median),
                "mean": duration_in_words(each.mean),
                "longest": duration_in_words(each.longest),
                "longest_at": each.longest_at,
            }
            for seat, each in enumerate(pace)
        ],
    }


def _chart_in_words(ends: Sequence[RoundEnd], names: Sequence[str]) -> str:
    """Describe the chart for people who cannot see it."""
    if not ends:
        return ""
    last = ends[-1]
    parts = [
        f"{name}: {labels.count_points(points)}"
        for name, points in zip(names, last.points, strict=True)
    ]
    count = last.round - ends[0].round
    values = {"count": count, "points": "; ".join(parts)}
    sentence = ngettext(
        "Scores over %(count)d round. At the end: %(points)s.",
        "Scores over %(count)d rounds. At the end: %(points)s.",
        count,
    )
    return sentence % values


def _chance_in_words(turn: ChanceTurn, names: Sequence[str]) -> str:
    text = _(
        "Round %(round)d: %(name)s’s chance of winning rose from %(before)d %% to "
        "%(after)d %%."
    )
    return text % {
        "round": turn.round,
        "name": names[turn.player],
        "before": turn.before,
        "after": turn.after,
    }


def _lead_in_words(point: TurningPoint, names: Sequence[str]) -> str:
    text = (
        _("Round %(round)d: %(name)s took the lead, from %(before)s to %(after)s.")
        if point.takes_lead
        else _("Round %(round)d: %(name)s went from %(before)s to %(after)s.")
    )
    return text % {
        "round": point.round,
        "name": names[point.player],
        "before": _standing(point.before),
        "after": _standing(point.after),
    }


def _standing(lead: int) -> str:
    if lead == 0:
        return _("level")
    if lead > 0:
        return _("%(points)d ahead") % {"points": lead}
    return _("%(points)d behind") % {"points": -lead}


def _luck_in_words(luck: PlayerLuck) -> dict[str, Any]:
    """Return a player's luck in words. ``goods`` is like '+1.5 wood, -0.4 food'."""
    goods = [
        f"{format_change(luck.goods[good], 1)} {labels.GOODS[good]}"
        for good in DIVISORS  # cheapest first
        if good in luck.goods
    ]
    return {
        "dice": luck.dice,
        "mean": format_decimal(luck.mean, 2) if luck.dice else "–",
        "luck": format_change(luck.luck, 1),
        "usual": f"±{luck.usual:.0f}",
        "goods": ", ".join(goods),
        "is_usual": luck.is_usual,
    }
