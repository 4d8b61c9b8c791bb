"""The staff's page of a game."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.log import positions
from games.log.positions import past_event
from games.log.steps import begins_step
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.models import SOURCE_NAMES, Game, ModerationAction, Status, User
from games.moderation import conflicts
from games.moderation.case_queue import case_rows, with_people
from games.moderation.casework import notes_on
from games.moderation.dashboard import CollectGameSections
from games.moderation.registry import actions_for, acts_done
from games.moderation.subjects import act_url, name_game
from games.presentation import labels, time_control_text
from games.presentation.board import board_of
from games.presentation.event_text import EventText, event_text, undone_sequences
from games.presentation.seat_clocks import seat_clocks
from games.presentation.source_mask import SourceMask
from games.presentation.text import name_in, names_of, say
from games.presentation.tribes import tribes_of
from games.seats.offers import offer_for_good
from games.signals import collect
from stoneage_core import awaited
from stoneage_core.events.setup import GameStarted, PositionSetUp
from stoneage_core.match.state import Source
from stoneage_core.wording.sentences import describe_event

#: How many events of the timeline are shown. The history has all of them.
RECENT = 40


def describe_game(game: Game, by: User, now: datetime) -> dict[str, Any]:
    seats, state = read_seats(game), positions.state_of(game)
    names = names_of(seats)
    cases = with_people(conflicts.cases_for(by).filter(game=game))
    clocks = {clock.seat: clock for clock in seat_clocks(game, seats, now)}
    where = str(Status(game.status).label)
    if game.status == Status.ACTIVE:
        where = labels.round_and_phase(game)
    return {
        "game": game,
        "title": name_game(game),
        "where": where,
        "has_started": state.round > 0,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
        "places": [
            (seat, names[seat.number], clocks.get(seat.number)) for seat in seats
        ],
        "clock_name": time_control_text.preset_name_of(game.time_control),
        "clock_terms": time_control_text.term_list(game.time_control),
        "pauses": [pause for pause in game.table_state.pauses if pause.ends > now],
        "proposals": [
            say(describe_event(proposal.made), names)
            for proposal in game.table_state.proposals
        ],
        "invitation": offer_for_good(game),
        "timeline": timeline(game, names),
        "done": acts_done(ModerationAction.objects.filter(game=game)),
        "notes": notes_on(game=game),
        "cases": case_rows(cases.order_by("-opened_at"), now),
        "sections": collect(CollectGameSections(game)),
        "why_not": conflicts.conflict_of(by, game),
        "acts": [(one, act_url(game, one.key)) for one in actions_for(game, by, now)],
    }


def timeline(game: Game, names: Sequence[str]) -> list[tuple[EventText, bool]]:
    """
    Return the last events, latest first, and whether the game can go back to each. Each
    says who decided it and how, because nothing is hidden from the staff.
    """
    records = [record for record, _hash in load_records(game)]
    happened = [past_event(record) for record in records]
    undone = undone_sequences(happened)
    following = [*records[1:], None]
    began, mask = False, SourceMask(game)
    rows = []
    for one, record, after in zip(happened, records, following, strict=True):
        began = began or isinstance(one.event, GameStarted | PositionSetUp)
        told = event_text(one, names, mask, undone)
        ends = began and after is not None and begins_step(after, record)
        how = str(SOURCE_NAMES[Source(one.source)])
        if one.decided_by is not None:
            how = f"{name_in(names, one.decided_by)}, {how}"
        rows.append((replace(told, how=how), ends))
    return rows[: -RECENT - 1 : -1]
