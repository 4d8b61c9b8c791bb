"""Pages of a table in any position, rendered without a service and without a database.

A whole service could be led to each position, too, but not to hundreds in a minute. The
browser gets the page and the files that belong to it from here, by its own address.
"""

import mimetypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import BrowserContext, Page, Route

from games.models import Game
from games.models.events import MARK_DIGITS
from games.presentation import labels
from games.presentation.event_text import OutcomeSentence
from games.presentation.table_view import Mode, table_of
from games.table.choices import Entered
from games.table.plan import DOCK as PLAN_DOCK
from games.table.plan import PlanAddress, plan_page
from games.table.questions import decision_for
from games.table.table_page import (
    DOCK,
    WAITING,
    Dock,
    Turn,
    heading_of,
    over_context,
    pane_at,
    quiet_dock,
    table_tools,
)
from stoneage_core import INITIAL, GameState, autopilot, awaited, decide, evolve
from stoneage_core.chance import RandomChance
from stoneage_core.components.places import Place
from stoneage_core.rules import dice_for_all
from stoneage_core.simulation import opening, play
from stoneage_core.state import Phase, Question

#: Names as people have them: short, long, of two words, of another script.
NAMES = ("Anna", "Maximiliane", "Jean-Baptiste Mbeki", "민준")
ADDRESS = "http://table.test/"
PUT = """html => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.documentElement.lang = page.documentElement.lang;
  document.querySelector('main').replaceWith(page.querySelector('main'));
  document.dispatchEvent(new CustomEvent('htmx:afterSettle', {detail: {}}));
}"""


@cache
def positions_of(players: int, seed: int) -> tuple[GameState, ...]:
    """Return every position of a game of autopilot against itself that asks."""
    played = play(players, seed, autopilot.choose)
    asking = {version for version, _player, _command in played.decisions}
    states, state = [], INITIAL
    for event in played.events:
        state = evolve(state, event)
        if state.version in asking:
            states.append(state)
    return (*states, state)


def early_and_late(players: int, seed: int) -> Iterator[tuple[str, GameState]]:
    """Yield the first and the last position of each question, most uses, the end."""
    states = positions_of(players, seed)
    for question in sorted({str(state.question) for state in states if state.question}):
        found = [state for state in states if state.question == question]
        yield f"{question}-early", found[0]
        yield f"{question}-late", found[-1]
    using = [state for state in states if state.question is Question.USE]
    yield "use-most", max(using, key=lambda state: len(places_used(state)))
    yield "over", states[-1]


def asked_or_looked_at(players: int, seed: int) -> Iterator[tuple[str, GameState, str]]:
    """Yield all questions, and the places that have the most to say, when looked at."""
    yield from ((name, state, "") for name, state in early_and_late(players, seed))
    states = positions_of(players, seed)
    placing = [state for state in states if state.question is Question.PLACE]
    many = max(placing, key=lambda state: state.players[reader_of(state)].unplaced)
    for at in ("forest", "hunting_grounds"):
        yield f"place-{at}", many, at
    using = [state for state in states if state.question is Question.USE]
    for count in sorted({len(places_used(state)) for state in using} & {3, 4, 5, 6}):
        crowded = max(using, key=lambda s: (len(places_used(s)) == count, s.round))
        yield f"use-{count}", crowded, ""
    for place in (Place.RIVER, Place.CARD_2, Place.BUILDING_1):
        there = [s for s in using if s.players[reader_of(s)].on(place)]
        at = str(place.value)
        yield f"use-{at}", max(there, key=lambda s: len(places_used(s))), at


@cache
def positions_with_open_dice(seed: int) -> dict[str, GameState]:
    """Return positions of four at which dice wait for turns, by what is asked then."""
    chance, found = RandomChance(seed), {}
    state = opening(len(NAMES), chance, dice_at_own_turn=True).state
    while waiting := sorted(awaited(state)):
        if state.open_rolls:
            name = f"wait-{state.question}"
            if state.question is Question.DIE:
                name = f"die-{dice_for_all.pick_time(state).name}-{state.phase}"
            found.setdefault(name.lower().replace("_", "-"), state)
        command = autopilot.choose(state, waiting[0])
        state = decide(state, waiting[0], command, chance).state
    return found


def places_used(state: GameState) -> list[int]:
    """Return how many people stand on each place of whoever is asked."""
    return list(filter(None, state.players[reader_of(state)].placed))


def turn_page(
    state: GameState,
    reader: int,
    *,
    before: GameState | None = None,
    at: str = "",
    language: str = "en",
    names: Sequence[str] = NAMES,
    **more: Any,
) -> str:
    """Return the page that a seat's player sees in a position."""
    with translation.override(language):
        context = turn_context(state, reader, before=before, at=at, names=names)
        return render_to_string("games/turn.html", context | more)


def planning_page(
    state: GameState,
    reader: int,
    address: PlanAddress,
    *,
    moved: str = "",
    language: str = "en",
    names: Sequence[str] = NAMES,
) -> str:
    """Return the page of a seat's player who thinks ahead; dice fall on their sides."""
    names = tuple(names[: state.player_count])
    with translation.override(language):
        plan = plan_page(
            state, names, reader, address, language=language, draw=lambda n: (3,) * n
        )
        table = table_of(
            plan.state,
            names,
            mode=Mode.PLAN,
            reader=reader,
            placing=plan.actor,
            before=state,
            at=address.at,
            kept=plan.address.kept,
        )
        tools = table_tools(
            Game(slug="table"), table, unread=12, may_plan=True, may_ask_coach=False
        )
        context = {
            "game": Game(slug="table"),
            "user": AnonymousUser(),
            "turn": head_of(state, reader),
            "table": table,
            "tools": tools,
            "plan": plan,
            "said": (OutcomeSentence(plan.said),) if plan.said else (),
            "heading": translation.gettext("Planning"),
            "game_title": ", ".join(name for name in names if name != names[reader]),
            "game_url": "/",
            "seat_url": "/",
            "dock_template": PLAN_DOCK,
            "may_order": True,
            "faces": range(1, 7),
            "moved": moved,
            "moved_link": "?" if moved else "",
        }
        return render_to_string("games/plan/plan.html", context)


def turn_context(
    state: GameState,
    reader: int,
    *,
    before: GameState | None,
    at: str,
    names: Sequence[str] = NAMES,
) -> dict[str, Any]:
    """Return the context of such a page."""
    names, is_over = tuple(names[: state.player_count]), state.phase is Phase.ENDED
    dock = dock_at(state, reader, names, at)
    table = table_of(
        state,
        names,
        mode=Mode.OVER if is_over else Mode.PLAY,
        reader=reader,
        before=before,
        at=at,
    )
    return {
        "game": Game(slug="table"),
        "user": AnonymousUser(),
        "turn": head_of(state, reader),
        "dock": dock,
        "decision": dock.decision,
        "notice": translation.gettext("We’ll email you when it’s your turn."),
        "table": table,
        "dock_template": quiet_dock(is_over=True) if is_over else DOCK,
        "heading": heading_of(state, names, reader),
        "game_title": ", ".join(name for name in names if name != names[reader]),
        "game_url": "/",
        "seat_url": "/",
        "rematch_url": "/" if is_over else "",
        "tools": table_tools(
            Game(slug="table"), table, unread=12, may_plan=True, may_ask_coach=False
        ),
        **(over_context(state, names) if is_over else {}),
    }


def dock_at(state: GameState, reader: int, names: tuple[str, ...], at: str) -> Dock:
    """Return what is asked, with a place that is looked at."""
    decision = decision_for(state, reader, names, Entered(at=at))
    return Dock(
        template=WAITING if decision is None else decision.template,
        question=str(state.question or ""),
        decision=decision,
        pane=None if decision is None else pane_at(decision, at),
        order="",
        sends_at_once=False,
    )


def head_of(state: GameState, reader: int) -> Turn:
    """Return the head of such a page."""
    mark = labels.SEATS[reader]
    return Turn(
        action="/",
        version=state.version,
        head="0" * MARK_DIGITS,
        request_id="1",
        seat=reader,
        name=NAMES[reader],
        colour=str(mark.colour),
        shape=str(mark.shape_label),
        round=state.round,
        zone="Europe/Madrid",
        deadline=None,
        awaited=(),
        is_over=state.phase is Phase.ENDED,
        is_on_autopilot=False,
        refusal="",
        is_guest=True,
    )


def reader_of(state: GameState) -> int:
    """Return who sees the most of a position: somebody who is asked."""
    return min(awaited(state), default=0)


@contextmanager
def showing(context: BrowserContext) -> Iterator[Page]:
    """Open a page whose style sheets and scripts come from here."""
    page = context.new_page()
    page.route("**/static/**", _serve)
    yield page
    page.close()


def show(page: Page, html: str) -> None:
    """Let a page show what was rendered, with all that belongs to it."""
    page.unroute(ADDRESS)
    page.route(
        ADDRESS, lambda route: route.fulfill(body=html, content_type="text/html")
    )
    page.goto(ADDRESS, wait_until="load")


def put(page: Page, html: str) -> None:
    """
    Put a table in the place of the one that is shown: nothing is loaded anew.

    The scripts go on with it as they do after a press.
    """
    if page.url != ADDRESS:
        show(page, html)
    page.evaluate(PUT, html)


def _serve(route: Route) -> None:
    name = route.request.url.partition("/static/")[2].partition("?")[0]
    path = finders.find(name)
    assert isinstance(path, str), name
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    route.fulfill(body=Path(path).read_bytes(), content_type=kind)
