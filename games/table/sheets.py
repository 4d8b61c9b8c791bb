"""Sheets beside a table: explanations, a tribe, the talk, the menu, the settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Seat
from games.moderation_log import public_log_of
from games.presentation import labels
from games.presentation.board import MapPlace, Tile
from games.presentation.opponents import OpponentChoice, opponent_choices
from games.presentation.proposal_text import proposals_of
from games.presentation.replay import load_since_turn
from games.presentation.rule_text import (
    benefit_anchor,
    food_track_rule,
    place_anchor,
    place_rule,
    price_anchor,
    rule_url,
    scoring_anchor,
    tool_rules,
)
from games.presentation.seat_clocks import seat_clocks
from games.presentation.table_view import TableView
from games.presentation.text import names_of
from games.presentation.tribes import FigureCount, Tribe, figure_count, tribe_called
from games.table.choices import (
    ExpectedGain,
    average,
    gain_at,
    tool_gain,
    track_gain,
)
from games.table.hints import coaching_of, may_coach
from games.table.opponent_reasons import reasons_since
from games.table.waiting_page import settings_of
from games.talk import messages, spectators
from games.talk.page import Talk, people_of, spectators_talk_of, talk_of
from games.web.seat_access import SeatAccess
from stoneage_core import awaited
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import CARDS, Figure
from stoneage_core.components.places import PLACES, Place, PlaceKind
from stoneage_core.rules import placement
from stoneage_core.rules.gathering import tool_values
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.rules.scoring import points_of_card
from stoneage_core.state import GameState, Player, Question

#: The figures whose points grow by what a place brings.
_MULTIPLIED = {
    Place.TOOL_MAKER: Figure.TOOL_MAKER,
    Place.HUT: Figure.SHAMAN,
    Place.FIELD: Figure.FARMER,
}


@dataclass(frozen=True)
class Explained:
    icons: tuple[str, ...]
    text: str
    rule_url: str
    tone: str = ""


@dataclass(frozen=True)
class Explanation:
    """
    What there is to know about a place, about tools or the food track.

    ``gain``, ``lacking`` and ``figures`` are the reader's own. The figures on their
    cards are those whose points it would raise. ``worths`` are the points of a card for
    every player.
    """

    parts: tuple[Explained, ...]
    place: MapPlace | Tile | None = None
    gain: str = ""
    lacking: str = ""
    figures: FigureCount | None = None
    worths: tuple[tuple[int, str, int], ...] = ()


def explain_place(
    state: GameState,
    names: Sequence[str],
    table: TableView,
    key: str,
    reader: int | None,
) -> Explanation | None:
    """Return the explanation of the place with a key, or None."""
    shown = next((place for place in table.places if place.key == key), None)
    if shown is None:
        return None
    place = next(each for each in PLACES if each.value == key)
    if isinstance(shown, Tile) and not shown.halves:
        return Explanation((), shown)
    gain = ExpectedGain("") if reader is None else _gain(state, reader, place)
    return Explanation(
        place=shown,
        parts=tuple(_parts(state, place, shown)),
        gain=gain.gain,
        lacking=gain.lacking,
        figures=None if reader is None else _figures(state.players[reader], place),
        worths=_worths(state, names, place) if place.kind is PlaceKind.CARD else (),
    )


def explain_tools(tribe: Player | None) -> tuple[str, Explanation]:
    gain = "" if tribe is None else tool_gain(tribe)
    part = Explained(("tool",), " ".join(tool_rules()), rule_url("tools"))
    return _("Tools"), _explanation(part, gain, tribe, Figure.TOOL_MAKER)


def explain_food_track(tribe: Player | None) -> tuple[str, Explanation]:
    gain = "" if tribe is None else track_gain(tribe)
    part = Explained(("track",), food_track_rule(), rule_url("food-track"))
    return _("Food track"), _explanation(part, gain, tribe, Figure.FARMER)


def _explanation(
    part: Explained, gain: str, tribe: Player | None, figure: Figure
) -> Explanation:
    figures = None if tribe is None else figure_count(tribe, figure)
    return Explanation((part,), gain=gain, figures=figures)


def _gain(state: GameState, reader: int, place: Place) -> ExpectedGain:
    """Return what a place brings; if dice decide, the mean yield."""
    found = gain_at(state, reader, place)
    if found is not None:
        return found
    assert place.good is not None
    tribe = state.players[reader]
    people = tribe.on(place) or _most_people(state, reader, place)
    gain = f"{labels.count_people(people)}: ≈ {average(place.good, people)}"
    if tools := sum(tool_values(tribe)):
        more = average(place.good, people, tools)
        words = _("with all tools (+%(tools)s) ≈ %(average)s")
        gain = f"{gain}, {words % {'tools': tools, 'average': more}}"
    return ExpectedGain(gain)


def _most_people(state: GameState, reader: int, place: Place) -> int:
    """Return how many people can go to a place now, or in another round."""
    if state.question is Question.PLACE and reader in awaited(state):
        sendings = placement.legal(state, reader)
        now = [sending.people for sending in sendings if sending.place is place]
        if now:
            return max(now)
    return min(state.players[reader].people, place.rings or MOST_PEOPLE)


def _figures(tribe: Player, place: Place) -> FigureCount | None:
    if place.kind is PlaceKind.BUILDING:
        return figure_count(tribe, Figure.HUT_BUILDER)
    figure = _MULTIPLIED.get(place)
    return None if figure is None else figure_count(tribe, figure)


def _parts(
    state: GameState, place: Place, shown: MapPlace | Tile
) -> Iterator[Explained]:
    """Yield what a place brings. For a card, now and at the end."""
    if not isinstance(shown, Tile):
        icons, url = (labels.place_sign(place),), rule_url(place_anchor(place))
        yield Explained(icons, place_rule(place), url)
        return
    upper, lower = shown.halves
    if place.kind is PlaceKind.BUILDING:
        top = state.stacks[place.index].top
        assert top is not None
        url = rule_url(price_anchor(BUILDINGS[top].price))
        yield Explained(upper.icons, upper.explained, url)
        yield Explained(lower.icons, lower.explained, "", lower.tone)
        return
    slot = state.slots[place.index]
    assert slot is not None
    card = CARDS[slot]
    url = rule_url(benefit_anchor(card.benefit))
    yield Explained(upper.icons, upper.explained, url)
    url = rule_url(scoring_anchor(card.scoring))
    yield Explained(lower.icons, lower.explained, url, lower.tone)


def _worths(
    state: GameState, names: Sequence[str], place: Place
) -> tuple[tuple[int, str, int], ...]:
    card = state.slots[place.index]
    assert card is not None
    return tuple(
        (player, names[player], points_of_card(tribe, card))
        for player, tribe in enumerate(state.players)
    )


@dataclass(frozen=True)
class Sheet:
    heading: str
    template: str


def _opponent(seat: Seat) -> OpponentChoice | None:
    """Return the strength and the character of the bot in a seat, or None."""
    return next((bot for bot in opponent_choices() if bot.name == seat.bot), None)


def tribe_sheet(tribe: Tribe) -> dict[str, Any]:
    return {
        "sheet": Sheet(tribe.name, "games/table/_sheet_tribe.html"),
        "tribe": tribe,
    }


def sheet_context(
    key: str,
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    table: TableView,
) -> dict[str, Any]:
    """
    Return the context of the sheet with a key, {} if there is none.

    Queries only what the sheet shows.
    """
    if not key:
        return {}
    if tribe := tribe_called(key, state, names_of(seats), access.number):
        return tribe_sheet(tribe) | {"bot": _opponent(seats[tribe.seat])}
    if key == "menu":
        return {"sheet": Sheet(_("Menu"), "games/table/_sheet_menu.html")}
    if key == "talk" and may_hear(access):
        return _talk_sheet(talk_of(access)) | {
            "people": people_of(access, seats),
            "report_url": access.report_url,
        }
    if key == "spectators" and may_hear_spectators(access):
        return _talk_sheet(spectators_talk_of(access))
    if key == "coach" and access.seat and may_coach(access.seat, state):
        sheet = Sheet(_("What would you do?"), "games/table/_sheet_coach.html")
        coaching = coaching_of(access.seat, state, names_of(seats))
        return {"sheet": sheet, "coaching": coaching}
    if key == "why" and access.seat:
        sheet = Sheet(_("Why they chose that"), "games/table/_sheet_why.html")
        reasons = reasons_since(seats, load_since_turn(access.seat))
        return {"sheet": sheet, "reasons": reasons}
    if key == "about":
        return _about(access, seats, state)
    return _explanation_context(key, access.number, seats, state, table)


def _talk_sheet(talk: Talk) -> dict[str, Any]:
    sheet = Sheet(talk.heading, "games/table/_sheet_talk.html")
    return {"sheet": sheet, "talk": talk}


def _explanation_context(
    key: str,
    number: int | None,
    seats: Sequence[Seat],
    state: GameState,
    table: TableView,
) -> dict[str, Any]:
    template = "games/table/_sheet_place.html"
    if key in {"tools", "food-track"}:
        explain = explain_tools if key == "tools" else explain_food_track
        heading, told = explain(None if number is None else state.players[number])
        return {"sheet": Sheet(heading, template), "explanation": told}
    names = names_of(seats)
    found = explain_place(state, names, table, key.replace("-", "_"), number)
    if found is None or found.place is None:
        return {}
    return {"sheet": Sheet(found.place.label, template), "explanation": found}


def may_hear(access: SeatAccess) -> bool:
    """Return whether a reader may read the talk of a table that has one."""
    if not messages.has_talk(access.game):
        return False
    if access.token:
        return True
    return access.reader is not None and messages.may_read(access.game, access.reader)


def may_hear_spectators(access: SeatAccess) -> bool:
    return spectators.may_read(access.game, access.reader, access.seat)


def _about(
    access: SeatAccess, seats: Sequence[Seat], state: GameState
) -> dict[str, Any]:
    game = access.game
    return {
        "sheet": Sheet(_("About this game"), "games/table/_sheet_about.html"),
        "settings": settings_of(game, tuple(seats), state),
        "clocks": seat_clocks(game, seats, access.now, access.seat),
        "proposals": proposals_of(game, seats, None),
        "moderation_log": public_log_of(game),
        "people": people_of(access, seats),
        "report_url": access.report_url,
    }
