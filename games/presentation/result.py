"""The end of a game: final scores, ranks, and the seed of the dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation import labels
from games.presentation.attendance import last_autopilots_of
from games.presentation.text import format_signed, join_list, names_of, say
from games.presentation.tribes import ScoreLine, score_lines
from stoneage_core.events.proposals import ProposalSettled
from stoneage_core.events.rounds import END_REASONS
from stoneage_core.rules.scoring import scoring_of, worths_for_ties
from stoneage_core.state import EndReason, GameState, Score
from stoneage_core.terms import TieBreak
from stoneage_core.wording.sentences import describe_event

#: The length of the longest bar in units of its view box.
LENGTH = 1000

#: More events than follow the vote that ends a game.
_CLOSING_EVENTS = 20


@dataclass(frozen=True)
class ScorePart:
    key: str
    label: str
    points: int
    start: int
    length: int


@dataclass(frozen=True)
class ScoreRow:
    """
    A tribe's final scoring, in lines and as a bar of ``parts``.

    ``tie_break`` are food track, tools and people.
    """

    seat: int
    name: str
    rank: int
    is_winner: bool
    lines: tuple[ScoreLine, ...]
    parts: tuple[ScorePart, ...]
    total: int
    tie_break: tuple[int, int, int]

    @property
    def bar_in_words(self) -> str:
        parts = [f"{part.label} {format_signed(part.points)}" for part in self.parts]
        return ", ".join(parts)


def result_in_words(state: GameState, names: Sequence[str]) -> str:
    if not state.winners:
        return ""
    winners = join_list([names[player] for player in state.winners])
    points = labels.count_points(state.players[state.winners[0]].score)
    values = {"winners": winners, "points": points}
    if len(state.winners) > 1:
        return _("%(winners)s share the victory with %(points)s each.") % values
    return _("%(winners)s wins with %(points)s.") % values


def scores_in_words(state: GameState, names: Sequence[str]) -> str:
    points = [labels.count_points(tribe.score) for tribe in state.players]
    stand = [f"{name}: {own}" for name, own in zip(names, points, strict=True)]
    return " · ".join(stand)


def tie_in_words(state: GameState) -> str:
    """Return what decided between players with equal points, or '' if nothing did."""
    if not state.winners:
        return ""
    most = state.players[state.winners[0]].score
    equals = [tribe for tribe in state.players if tribe.score == most]
    if len(equals) == len(state.winners):
        return ""
    if state.terms.tie_break is TieBreak.SUM:
        return _("The scores are tied. Food track, tools and people together decide.")
    worths = [worths_for_ties(tribe) for tribe in equals]
    best = max(worths)
    beaten = [own for own in worths if own != best]
    if any(own[:2] == best[:2] for own in beaten):
        return _("The scores are tied, and so are food track and tools. People decide.")
    if any(own[0] == best[0] for own in beaten):
        return _("The scores are tied, and so is the food track. Tools decide.")
    return _("The scores are tied. The food track decides.")


def result_context(game: Game) -> dict[str, Any]:
    seats, state = read_seats(game), positions.state_of(game)
    names = names_of(seats)
    standings = standings_of(state, names)
    reason = "" if state.end_reason is None else _(END_REASONS[state.end_reason])
    if state.end_reason is EndReason.AGREED:
        reason = agreement_in_words(game, names)
    columns = [standing.lines for standing in standings]
    return {
        "game": game,
        "result": result_in_words(state, names),
        "reason": reason,
        "autopilots": last_autopilots_of(seats),
        "standings": standings,
        "rows": [(line[0].label, line) for line in zip(*columns, strict=True)],
        "tie_break": _tie_break(state, standings),
        "seed": state.seed,
        "reveal_at": game.reveal_at,
        "commitment": state.commitment,
    }


def standings_of(state: GameState, names: Sequence[str]) -> tuple[ScoreRow, ...]:
    """Return the final scoring of all tribes by rank."""
    scores = [scoring_of(state, player) for player in range(state.player_count)]
    most = max(sum(max(0, points) for *_kind, points in _parts(one)) for one in scores)
    standings = [
        ScoreRow(
            seat=player,
            name=names[player],
            # A game that was called off has no ranks.
            rank=state.ranks[player] if state.ranks else 0,
            is_winner=player in state.winners,
            lines=score_lines(state.players[player], score),
            parts=_bar(score, max(1, most)),
            total=score.total,
            tie_break=worths_for_ties(state.players[player]),
        )
        for player, score in enumerate(scores)
    ]
    return tuple(sorted(standings, key=lambda standing: standing.rank))


def _bar(score: Score, most: int) -> tuple[ScorePart, ...]:
    """
    Return the parts of a bar, one behind the other.

    Points lost are drawn last, over the end of the bar, so that it shows both sums.
    """
    bar, start = [], 0
    for key, label, points in sorted(_parts(score), key=lambda part: part[2] < 0):
        length = LENGTH * abs(points) // most
        if points < 0:
            key, start = "lost", max(0, start - length)
        bar.append(ScorePart(key, label, points, start, length))
        start += length
    return tuple(bar)


def _parts(score: Score) -> tuple[tuple[str, str, int], ...]:
    figures = score.farmers + score.tool_makers + score.hut_builders + score.shamans
    return (
        ("game", _("During the game"), score.before),
        ("symbols", _("Culture symbols"), score.green),
        ("figures", _("People on cards"), figures),
        ("goods", _("Resources"), score.resources),
    )


def agreement_in_words(game: Game, names: Sequence[str]) -> str:
    """Return that a vote ended the game, and who voted how or alone. One query."""
    events = load_stream(game, after=max(0, game.version - _CLOSING_EVENTS))
    (*_others, vote) = (one for one in events if isinstance(one, ProposalSettled))
    if vote.sole_voter is not None:
        alone = _("%(name)s ended the game as it stood; no other person was playing.")
        return alone % {"name": names[vote.sole_voter]}
    agreed = _(END_REASONS[EndReason.AGREED])
    return f"{agreed} {say(describe_event(vote), names)}"


def _tie_break(state: GameState, standings: Sequence[ScoreRow]) -> str:
    """Return the rule for ties, or '' without equal scores."""
    totals = [standing.total for standing in standings]
    if len(set(totals)) == len(totals):
        return ""
    if state.terms.tie_break is TieBreak.SUM:
        return _("A tie is decided by food track + tools + people.")
    return _("A tie is decided by food track, then tools, then people.")
