"""A position in words, for both the text and the HTML of a mail."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.board import MapPlace, Tile
from games.presentation.table_view import Mode, table_of
from games.presentation.text import join_list
from games.presentation.tribes import Tribe, tribes_of
from stoneage_core import GameState, awaited
from stoneage_core.components.resources import FOOD


class TribeLines(NamedTuple):
    seat: int
    name: str
    note: str
    points: str
    facts: tuple[str, ...]
    holdings: str
    meal: str


class Row(NamedTuple):
    label: str
    text: str
    who: str = ""
    rest: str = ""

    @property
    def alt(self) -> str:
        """All of it as one sentence, for readers who do not see the picture."""
        return f"{self.label}: {'; '.join(filter(None, self[1:]))}."


def position_of(
    state: GameState, names: Sequence[str], reader: int, before: GameState | None = None
) -> dict[str, Any]:
    """
    Return the tribes, the reader's own first, and the table.

    Changes since the position ``before`` are marked.
    """
    table = table_of(state, tuple(names), mode=Mode.WATCH, reader=reader, before=before)
    board = table.board
    tribes = tribes_of(state, names, awaited(state), reader)
    return {
        "state": state,
        "table": table,
        "board": board,
        "tribes": [_tribe(tribe) for tribe in tribes],
        "places": [_place(place) for place in board.places.values() if place.crowds],
        "cards": [_card(tile) for tile in board.cards if tile.face],
        "deck": ngettext(
            "%(count)d card left in the deck.",
            "%(count)d cards left in the deck.",
            board.cards_left,
        )
        % {"count": board.cards_left},
        "buildings": [_building(tile) for tile in board.buildings],
    }


def _tribe(tribe: Tribe) -> TribeLines:
    notes = [_("you")] if tribe.is_reader else []
    if tribe.name.casefold() != tribe.colour.casefold():
        notes.append(tribe.colour)
    if tribe.is_start_player:
        notes.append(_("start player"))
    return TribeLines(
        seat=tribe.seat,
        name=tribe.name,
        note=", ".join(notes),
        points=labels.count_points(tribe.score),
        facts=_facts(tribe),
        holdings=_holdings(tribe),
        meal=_meal(tribe) if tribe.is_reader else "",
    )


def _tools(tribe: Tribe) -> str:
    """Return the ready tools, then the used ones: '+2 +1 tools', or ''."""
    ready = [f"+{slot.value}" for slot in tribe.tools if slot.value and not slot.used]
    used = [f"+{slot.value}" for slot in tribe.tools if slot.used]
    if not ready and not used:
        return ""
    label = ngettext("tool", "tools", len(ready))
    if used:
        label += " " + _("(used: %(tools)s)") % {"tools": " ".join(used)}
    return f"{' '.join(ready) or '0'} {label}"


def _facts(tribe: Tribe) -> tuple[str, ...]:
    """Return '6 people, 2 at home', '7 food', 'food track 3', '+2 tool', '3 wood'."""
    people = labels.count_people(tribe.people)
    if tribe.at_home != tribe.people:
        people += ", " + _("%(count)d at home") % {"count": tribe.at_home}
    # The icon of a good has the good's name.
    owned = [pile for pile in tribe.resources if pile.count]
    goods = [labels.count_good(pile.icon, pile.count) for pile in owned]
    facts = (
        people,
        labels.count_good(FOOD, tribe.food),
        _("food track %(level)d") % {"level": tribe.food_track},
        _tools(tribe),
        _(", ").join(goods),
        tribe.dice_in_words,
    )
    return tuple(filter(None, facts))


def _holdings(tribe: Tribe) -> str:
    """Return '2 buildings, 3 cards: art, music; kept open: one-use tool +3', or ''."""
    count = len(tribe.buildings)
    if not count and not tribe.card_count:
        return ""
    buildings = ngettext("%(count)d building", "%(count)d buildings", count)
    cards = ngettext("%(count)d card", "%(count)d cards", tribe.card_count)
    owned = f"{buildings % {'count': count}}, {cards % {'count': tribe.card_count}}"
    sets = [", ".join(s.label for s in group.symbols) for group in tribe.symbol_sets]
    figures = [f"{f.count} × {f.counted}" for f in tribe.figures]  # noqa: RUF001
    details = [" + ".join(sets), ", ".join(figures)]
    if tribe.open_cards:
        kept = {"cards": join_list(tribe.open_cards)}
        details.append(_("kept open: %(cards)s") % kept)
    shown = "; ".join(filter(None, details))
    return f"{owned}: {shown}" if shown else owned


def _meal(tribe: Tribe) -> str:
    """Return what the next feeding leaves, at least, if hunters have yet to roll."""
    meal = tribe.meal
    if meal.short and meal.is_open:
        sentence = ngettext(
            "You may be up to %(count)d food short at the next feeding: your hunters "
            "have yet to roll.",
            "You may be up to %(count)d food short at the next feeding: your hunters "
            "have yet to roll.",
            meal.short,
        )
        return sentence % {"count": meal.short}
    if meal.short:
        sentence = ngettext(
            "You’ll be %(count)d food short at the next feeding.",
            "You’ll be %(count)d food short at the next feeding.",
            meal.short,
        )
        return sentence % {"count": meal.short}
    if meal.is_open:
        sentence = ngettext(
            "You’ll have at least %(count)d food left after the next feeding.",
            "You’ll have at least %(count)d food left after the next feeding.",
            meal.least,
        )
        return sentence % {"count": meal.least}
    sentence = ngettext(
        "You’ll have %(count)d food left after the next feeding.",
        "You’ll have %(count)d food left after the next feeding.",
        meal.least,
    )
    return sentence % {"count": meal.least}


def _place(place: MapPlace) -> Row:
    people = join_list([f"{c.name} {c.count}" for c in place.crowds])
    free = sum(not ring.count for ring in place.rings)
    if place.good == FOOD:
        return Row(place.label, people)
    rest = _("%(count)d free") % {"count": free} if free else _("full")
    return Row(place.label, people, rest=rest)


def _card(tile: Tile) -> Row:
    cost = ngettext(
        "costs %(count)d resource", "costs %(count)d resources", tile.price
    ) % {"count": tile.price}
    return Row(tile.label, tile.text, _who(tile), cost)


def _building(tile: Tile) -> Row:
    if tile.face is None:
        return Row(tile.label, _("empty"))
    left = ngettext("%(count)d building left", "%(count)d buildings left", tile.price)
    return Row(tile.label, tile.text, _who(tile), left % {"count": tile.price})


def _who(tile: Tile) -> str:
    return tile.crowd.name if tile.crowd else ""
