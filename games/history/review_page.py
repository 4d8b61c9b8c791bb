"""The review of a finished game, as its statistics page shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.history.chart import Chart, chart_of
from games.history.reviewing import Reviewed, reviewed_of, reviews_are_made
from games.models import Game
from games.models.events import GameReview
from games.presentation.text import format_change, say
from games.presentation.timeline import Timeline
from games.table.numbered_choices import command_in_words, words_of_commands
from stoneage_core import notation
from stoneage_core.advice import reason_for
from stoneage_core.opponents.reviewing import (
    Accuracy,
    ReviewedDecision,
    ReviewedPlayer,
    costliest,
    summarize_review,
)

#: How many of the costliest decisions are shown at first, and in total.
SHOWN, LISTED = 3, 30
#: A smaller change of a chance, in percent, is no turning point.
LEAST_TURN = 10


@dataclass(frozen=True)
class CostRow:
    """
    A costly decision, what speaks for the better one, and the event after which it was
    made.
    """

    seat: int
    sentence: str
    cost: str
    reason: str
    sequence: int


@dataclass(frozen=True)
class ReviewLine:
    """A figure of the players in percent, by seat, and what it means."""

    label: str
    meaning: str
    cells: tuple[str, ...]


class ChanceTurn(NamedTuple):
    """A round in which a player's chance grew from ``before`` to ``after`` percent."""

    round: int
    player: int
    before: int
    after: int

    @property
    def swing(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class ChanceRow:
    """Each player's chance of winning after some round, in percent."""

    round: int
    chances: tuple[int, ...]


@dataclass(frozen=True)
class ReviewView:
    """
    A review. ``progress`` is in percent; the rest follows when it is done.
    ``is_early`` is set if people ended the game before the rules did.
    ``has_failed`` is set if it was given up.
    """

    progress: int
    has_failed: bool = False
    chart: Chart | None = None
    chart_says: str = ""
    chances: tuple[ChanceRow, ...] = ()
    turns: tuple[ChanceTurn, ...] = ()
    costliest: tuple[CostRow, ...] = ()
    more: tuple[CostRow, ...] = ()
    results: tuple[ReviewLine, ...] = ()
    is_early: bool = False


def review_of(
    game: Game, timeline: Timeline, names: Sequence[str]
) -> ReviewView | None:
    review = GameReview.objects.filter(pk=game.pk).first()
    if review is None or (review.due_at is not None and not reviews_are_made()):
        return None
    if review.failed_at is not None:
        return ReviewView(progress=0, has_failed=True)
    if review.due_at is not None:
        return ReviewView(progress=100 * review.upto // max(1, game.version))
    reviewed = reviewed_of(review)
    if not reviewed.rounds:
        return None
    return _view(reviewed, timeline, names)


def _view(reviewed: Reviewed, timeline: Timeline, names: Sequence[str]) -> ReviewView:
    winners = timeline.states[-1].winners
    players = summarize_review(
        reviewed.rounds, reviewed.decisions, winners, reviewed.ending
    )
    results = tuple(player.result for player in players)
    last = reviewed.ending or results
    chances = [*[each.chances for each in reviewed.rounds], last]
    table = [tuple(_rounded(chance) for chance in row) for row in chances]
    first = reviewed.rounds[0].round - 1
    rows = [
        _cost_row(each, timeline, names)
        for each in islice(_without_repetitions(reviewed.decisions, timeline), LISTED)
    ]
    return ReviewView(
        progress=100,
        chart=chart_of(table, first),
        chart_says=_chart_in_words(table, names),
        chances=tuple(ChanceRow(after, row) for after, row in enumerate(table, first)),
        turns=chance_turns(table, first),
        costliest=tuple(rows[:SHOWN]),
        more=tuple(rows[SHOWN:]),
        results=_results(players, is_early=bool(reviewed.ending)),
        is_early=bool(reviewed.ending),
    )


def chance_turns(
    table: Sequence[Sequence[int]], first: int, most: int = SHOWN
) -> tuple[ChanceTurn, ...]:
    """
    Return the rounds in which the chances turned most, one player for each round.

    ``table`` has each player's chance in percent after round ``first`` and each round
    after that.
    """
    found = [
        max(
            (ChanceTurn(number, player, *pair) for player, pair in enumerate(pairs)),
            key=lambda turn: turn.swing,
        )
        for number, pairs in enumerate(
            (zip(before, after, strict=True) for before, after in pairwise(table)),
            first + 1,
        )
    ]
    turned = [each for each in found if each.swing >= LEAST_TURN]
    return tuple(sorted(turned, key=lambda each: (-each.swing, each.round))[:most])


def _chart_in_words(table: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """Describe the chart for people who cannot see it."""
    parts = [
        _("%(name)s: from %(first)d %% to %(last)d %%")
        % {"name": name, "first": table[0][seat], "last": table[-1][seat]}
        for seat, name in enumerate(names)
    ]
    return _("Chances of winning. %(chances)s.") % {"chances": "; ".join(parts)}


def _without_repetitions(
    decisions: Sequence[ReviewedDecision], timeline: Timeline
) -> Iterator[ReviewedDecision]:
    """
    Yield the costly decisions, the costliest first. If a player misses the same move
    several times in a round, only the costliest time is told.
    """
    told = set()
    for decision in costliest(decisions, len(decisions)):
        before = timeline.state_after(decision.sequence - 1)
        missed = decision.player, before.round, decision.best
        if missed not in told:
            told.add(missed)
            yield decision


def _cost_row(
    decision: ReviewedDecision, timeline: Timeline, names: Sequence[str]
) -> CostRow:
    before = timeline.state_after(decision.sequence - 1)
    words = words_of_commands(before, decision.player)
    played = timeline.decision_of(decision.sequence).command
    sentence = _("Round %(round)d, %(name)s: %(played)s. Better: %(best)s.") % {
        "round": before.round,
        "name": names[decision.player],
        "played": command_in_words(before, words, played),
        "best": command_in_words(before, words, decision.best),
    }
    better = reason_for(before, decision.player, notation.from_text(decision.best))
    return CostRow(
        decision.player,
        sentence,
        cost=_("It cost %(count)d of 100 games.") % {"count": _rounded(decision.cost)},
        reason=say(better, names),
        sequence=decision.sequence - 1,
    )


def _results(
    players: Sequence[ReviewedPlayer], *, is_early: bool
) -> tuple[ReviewLine, ...]:
    """
    Return the players' figures, of which those from the start on add up to the result.

    What all moves of one player changed is a sum of many ups and downs, which can be
    beyond 100 %. So only the balance of everyone's moves is shown, and nothing of it if
    that is beyond 100 % as well.
    """
    accuracy = ReviewLine(
        _("Accuracy"),
        _("100 is the computer’s best move each time, 0 is moving at random"),
        tuple(_accuracy(each.accuracy) for each in players),
    )
    start = ReviewLine(
        _("Chance at the start"),
        _("before the first move"),
        tuple(_number(each.start) for each in players),
    )
    play = ReviewLine(
        _("All moves"),
        _("what everyone’s moves together changed, against those of a good player"),
        tuple(_change(each.own + each.others) for each in players),
    )
    luck = ReviewLine(
        _("Luck (± %(percent)d)") % {"percent": _rounded(players[0].error)},
        _("what dice, cards and buildings changed: a chance of winning, not pips"),
        tuple(_change(each.luck) for each in players),
    )
    early_end = ReviewLine(
        _("Early end"),
        _("what ending the game before it was played out changed"),
        tuple(_change(each.early_end) for each in players),
    )
    changes = [each.own + each.others for each in players]
    changes += [each.luck for each in players]
    is_readable = max(map(abs, changes)) <= 1
    result = ReviewLine(
        _("Result"),
        _("100 for a victory; the lines below accuracy add up to it")
        if is_readable
        else _("100 for a victory"),
        tuple(_number(each.result) for each in players),
    )
    return (
        accuracy,
        start,
        *([play, luck] if is_readable else []),
        *([early_end] if is_early else []),
        result,
    )


def _accuracy(accuracy: Accuracy | None) -> str:
    if accuracy is None:
        return "–"
    return f"{_rounded(accuracy.value)} ± {max(1, _rounded(accuracy.error))}"


def _rounded(chance: float) -> int:
    return round(100 * chance)


def _number(chance: float) -> str:
    return str(_rounded(chance))


def _change(chance: float) -> str:
    return format_change(_rounded(chance))
