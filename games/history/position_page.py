"""The table as it was after one event, and how that event came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.history.history_page import side_list
from games.history.what_if import NOTHING_ASKED, playable_event, seats_to_play
from games.links.tokens import absolute_url
from games.log.lookups import head_at
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation.dates import duration_in_words
from games.presentation.event_text import SourceMask, event_text
from games.presentation.replay import (
    Replay,
    StepChip,
    chips_of,
    replay_steps,
    shown_parts,
    steps_url,
)
from games.presentation.table_view import Mode, ToolLink, table_of
from games.presentation.text import join_names, names_of, say
from games.presentation.timeline import (
    PlayedDecision,
    RoundStart,
    Timeline,
    load_timeline,
)
from games.presentation.tribes import tribe_called
from games.table.sheets import Sheet, tribe_sheet
from stoneage_core.events.catalogue import Return
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source
from stoneage_core.phrases import Phrase
from stoneage_core.terms import UNKNOWN_TO_BOTS, bots_know


@dataclass(frozen=True)
class ViewerSteps:
    """The events around one (or None), the last, and where rounds began."""

    previous: int | None
    following: int | None
    last: int
    rounds: tuple[RoundStart, ...]
    round: int


@dataclass(frozen=True)
class TakenBack:
    """What took an event back: event ``by``, to the position after event ``before``."""

    by: int
    before: int


def last_step(game: Game) -> int:
    """Return the event with which the last step of a game ends, as players count."""
    parts = shown_parts(load_timeline(game), 1, game.version)
    return max((part.last for part in parts), default=game.version)


def steps_from(timeline: Timeline, sequence: int) -> ViewerSteps:
    last = len(timeline.happened)
    return ViewerSteps(
        previous=sequence - 1 if sequence > 1 else None,
        following=sequence + 1 if sequence < last else None,
        last=last,
        rounds=timeline.round_starts,
        round=timeline.state_after(sequence).round,
    )


def taken_back_by(timeline: Timeline, sequence: int) -> TakenBack | None:
    """Return what took an event back, or None if it was not."""
    if sequence not in timeline.undone:
        return None
    for one in timeline.happened[sequence:]:
        if isinstance(one.event, Return) and one.event.sequence < sequence:
            return TakenBack(by=one.sequence, before=max(1, one.event.sequence))
    return None


def decision_text(
    timeline: Timeline, sequence: int, names: Sequence[str], mask: SourceMask
) -> dict[str, Any]:
    """
    Return who made the decision of an event and how, and all that came of it.

    ``sure`` says how certain it is who it was, or '' if nobody decided by hand.
    ``mask`` must not have read anything of the game yet.
    """
    decision = timeline.decision_of(sequence)
    mask.read_past(timeline.between(0, decision.first - 1))
    part = timeline.between(decision.first - 1, decision.last)
    lines = [event_text(one, names, mask, timeline.undone) for one in part]
    one, seconds = timeline.happened[sequence - 1], decision.seconds
    how = mask.source_of(one.event.type_name(), one.decided_by, one.source, "")
    if decision.player is not None and names[decision.player]:
        who = _WHO[how] % {"name": names[decision.player]}
    else:
        who = _("the moderators") if how is Source.STAFF else _("the service")
    return {
        "seat": decision.player,
        "who": who,
        "command": decision.command if is_move(decision.command) else "",
        "asked_at": decision.asked_at,
        "decided_at": decision.decided_at,
        "took": "" if seconds is None else duration_in_words(seconds),
        "sure": _certainty(timeline, decision, how),
        "lines": lines,
    }


def _certainty(timeline: Timeline, decision: PlayedDecision, how: Source) -> str:
    """Return how certain it is who decided, judging by the events before it."""
    if not how.is_by_hand:
        return ""
    for one in reversed(timeline.happened[: decision.first - 1]):
        if one.recorded_at != decision.decided_at:
            break
        match one.event:
            case ReplyReceived(player=player, is_signed=True):
                if player == decision.player:
                    return _("The email was signed by the domain that it came from.")
    if how is Source.REPLY:
        return _("The email carries no signature.")
    return _("Anyone who had the link to the seat, or was signed in, can have done it.")


_WHO = {
    Source.PAGE: gettext_lazy("%(name)s, on the page"),
    Source.REPLY: gettext_lazy("%(name)s, by replying to an email"),
    Source.API: gettext_lazy("%(name)s, by a program"),
    Source.ORDERS: gettext_lazy("%(name)s, by orders"),
    Source.AUTOMATIC: gettext_lazy("%(name)s, a bot"),
    Source.TIMEOUT: gettext_lazy("no one: %(name)s ran out of time"),
    Source.AUTOPILOT: gettext_lazy("autopilot, for %(name)s"),
    Source.STAFF: gettext_lazy("the moderators, for %(name)s"),
    Source.SERVICE: gettext_lazy("the service, for %(name)s"),
}


class _Past(NamedTuple):
    """A game as a reader sees it. ``reader`` is their own seat, if they have one."""

    game: Game
    timeline: Timeline
    names: Sequence[str]
    reader: int | None


def position_context(
    game: Game, sequence: int, asked: QueryDict, reader: int | None = None
) -> dict[str, Any]:
    """
    Return the context of the table after an event, which has to exist.

    ``reader`` is the reader's own seat, whose orders are no secret to them.
    Raise Refused (not_there) for a round that does not exist.
    """
    seats = read_seats(game)
    names = names_of(seats)
    timeline = load_timeline(game)
    past = _Past(game, timeline, names, reader)
    making = decision_text(timeline, sequence, names, SourceMask(game, reader))
    # That somebody is next only follows from what happened before.
    told, first = sequence, making["lines"][0].sequence
    while told > first and isinstance(timeline.happened[told - 1].event, TurnStarted):
        told -= 1
    table = table_of(
        timeline.state_after(sequence),
        names,
        mode=Mode.REPLAY,
        reader=reader,
        at=asked.get("at", ""),
    )
    return {
        "game": game,
        "table": table,
        "sequence": sequence,
        "game_title": _("A sample game") if game.is_sample else join_names(seats),
        "game_url": reverse("games:game", args=[game.slug]),
        "tools": _tools(game),
        "dock_template": "games/replay/_viewer.html",
        "undone": taken_back_by(timeline, sequence),
        "making": making,
        "line": next(each for each in making["lines"] if each.sequence == told),
        "address": absolute_url("games:position", game.slug, sequence),
        **_ways(past, sequence),
        **_sheet(past, sequence, asked),
    }


def _tools(game: Game) -> tuple[ToolLink, ...]:
    what_if = ToolLink("plan", _("What if?"), "?sheet=what-if", is_sheet=True)
    return (
        ToolLink("clock", _("How"), "?sheet=how", is_sheet=True),
        ToolLink("replay", _("History"), "?sheet=history", is_sheet=True),
        *([what_if] if game.is_final else []),
        ToolLink("menu", _("Go to"), "?sheet=go", is_sheet=True),
    )


def _ways(past: _Past, sequence: int) -> dict[str, Any]:
    game, timeline = past.game, past.timeline
    ends = [part.last for part in shown_parts(timeline, 1, game.version)]
    replay = Replay(
        first=1,
        last=game.version,
        at=sequence,
        number=sum(end <= sequence for end in ends),
        count=len(ends),
        chips=_chips_of_round(past, timeline.state_after(sequence).round, ends),
        steps_url=steps_url(game.slug, 1, game.version),
        address=reverse("games:position", args=[game.slug, 0]),
    )
    counted = {"index": replay.number, "count": replay.count}
    return {
        "replay": replay,
        "heading": _("Step %(index)s of %(count)s") % counted
        if replay.number
        else _("The beginning"),
        "previous": max((end for end in ends if end < sequence), default=1),
        "following": min((end for end in ends if end > sequence), default=None),
    }


def _chips_of_round(
    past: _Past, number: int, ends: Sequence[int]
) -> tuple[StepChip, ...]:
    """Return the steps of a round as chips. ``ends`` are the ends of all steps."""
    timeline = past.timeline
    inside = [end for end in ends if timeline.state_after(end).round == number]
    if not inside:
        return ()
    before = max((end for end in ends if end < inside[0]), default=1)
    mask = SourceMask(past.game, past.reader)
    steps = replay_steps(timeline, before, inside[-1], past.names, mask)
    return chips_of(steps)


def _sheet(past: _Past, sequence: int, asked: QueryDict) -> dict[str, Any]:
    """Return the context of the sheet beside the table, if one was requested."""
    key = asked.get("sheet", "")
    steps = steps_from(past.timeline, sequence)
    if key == "how":
        sheet = Sheet(_("How it came about"), "games/replay/_sheet_how.html")
        # Together these identify an event for good: URL, sequence and hash.
        address = absolute_url("games:position", past.game.slug, sequence)
        named = f"{address} · {sequence} · {head_at(past.game, sequence)}"
        return {"sheet": sheet, "steps": steps, "quotation": named}
    if key == "go":
        sheet = Sheet(_("Go elsewhere"), "games/replay/_sheet_go.html")
        return {"sheet": sheet, "steps": steps}
    if key == "what-if" and past.game.is_final:
        sheet = Sheet(_("What if?"), "games/replay/_sheet_what_if.html")
        return {"sheet": sheet, **_what_if(past, sequence)}
    if key == "history":
        sheet = Sheet(_("History"), "games/replay/_sheet_history.html")
        listed = side_list(
            past.game, past.names, asked, at=sequence, reader=past.reader
        )
        return {"sheet": sheet, **listed}
    state = past.timeline.state_after(sequence)
    tribe = tribe_called(key, state, past.names, past.reader)
    return {} if tribe is None else tribe_sheet(tribe)


def _what_if(past: _Past, sequence: int) -> dict[str, Any]:
    if not bots_know(past.game.terms):
        return {"start": None, "why_not": say(Phrase("bots.unknown", UNKNOWN_TO_BOTS))}
    start = playable_event(past.timeline, sequence)
    if start is None:
        return {"start": None, "why_not": NOTHING_ASKED}
    state = past.timeline.state_after(start)
    seats = seats_to_play(state, past.reader)
    return {
        "start": start,
        "start_round": state.round,
        "playable": [(seat, past.names[seat]) for seat in seats],
    }
