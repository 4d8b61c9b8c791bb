"""The statistics page of a finished game."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history.chart import chart_of
from games.history.review_page import review_of
from games.history.statistics import (
    PlayerLuck,
    PlayerPace,
    RoundEnd,
    TurningPoint,
    luck_of,
    pace_of,
    round_ends,
    turning_points,
)
from games.history.viewer import round_starts
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation import labels
from games.presentation.dates import duration_in_words
from games.presentation.text import format_change, format_decimal, names_of
from games.presentation.timeline import (
    Timeline,
    load_timeline,
)
from stoneage_core.components.resources import DIVISORS


def statistics_context(game: Game) -> dict[str, Any]:
    names = names_of(read_seats(game))
    timeline = load_timeline(game)
    ends = round_ends(timeline.kept, timeline.states)
    pace = pace_of(timeline.kept_decisions, len(names))
    chart = None
    if ends:
        chart = chart_of([end.points for end in ends], first=ends[0].round)
    return {
        "game": game,
        "chart": chart,
        "chart_says": _chart_in_words(ends, names),
        "players": list(enumerate(names)),
        "ends": ends[1:],
        "review": review_of(game, timeline, names),
        "turns": _turning_points(timeline, turning_points(ends), names),
        "luck": [
            {"seat": seat, "name": names[seat], **_luck_in_words(each)}
            for seat, each in enumerate(luck_of(timeline.kept, len(names)))
        ],
        "pace": [
            {
                "seat": seat,
                "name": names[seat],
                **(_pace_in_words(each) if each else {}),
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


def _turning_points(
    timeline: Timeline, points: Sequence[TurningPoint], names: Sequence[str]
) -> list[dict[str, Any]]:
    """Return each turning point in a sentence, and the event that began its round."""
    begun = {each.round: each.sequence for each in round_starts(timeline)}
    return [
        {
            "seat": each.player,
            "sentence": _turning_point(each, names),
            "sequence": begun.get(each.round),
        }
        for each in points
    ]


def _turning_point(point: TurningPoint, names: Sequence[str]) -> str:
    values = {
        "round": point.round,
        "name": names[point.player],
        "before": _standing(point.before),
        "after": _standing(point.after),
    }
    if point.takes_lead:
        text = _(
            "Round %(round)d: %(name)s took the lead, from %(before)s to %(after)s."
        )
    else:
        text = _("Round %(round)d: %(name)s went from %(before)s to %(after)s.")
    return text % values


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


def _pace_in_words(pace: PlayerPace) -> dict[str, Any]:
    return {
        "count": pace.decisions,
        "median": duration_in_words(pace.median),
        "mean": duration_in_words(pace.mean),
        "longest": duration_in_words(pace.longest),
        "longest_at": pace.longest_at,
    }
