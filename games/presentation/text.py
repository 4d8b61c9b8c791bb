"""
Words that pages and emails share: phrases of the engine, names, lists, numbers.

The engine's English templates are the message ids of the translations.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from games.caches import cached_by_language
from games.command_language.spelling import spell_orders
from games.log.table_rows import read_seats_of_others
from games.models import Invitation, Seat, User
from games.presentation.dates import moment_in_words
from games.presentation.look_alikes import skeleton
from stoneage_core import phrases
from stoneage_core.components.places import Place, place_in_words
from stoneage_core.components.resources import Resources

#: The name of a game in which nobody has a name yet.
TITLE = "Stone Age"
COLOURS = (
    gettext_lazy("Red"),
    gettext_lazy("Blue"),
    gettext_lazy("Green"),
    gettext_lazy("Yellow"),
)
#: How many names of colours a process caches, in all languages.
MOST_COLOURS = 64
#: Unicode's bidirectional classes of characters that change a text's direction.
_DIRECTIONS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def say(phrase: phrases.Phrase, names: Sequence[str] = ()) -> str:
    """Return a phrase as a sentence. ``names`` are the players', by number."""
    return phrases.capitalised(say_clause(phrase, names))


def say_clause(value: object, names: Sequence[str] = ()) -> str:
    """Return a phrase, or one of its values, as a part of a sentence."""
    match value:
        case phrases.Phrase():
            return value.fill(_template(value), partial(say_clause, names=names))
        case phrases.SeatName():
            return name_in(names, value)
        case phrases.Many():
            return join_list([say_clause(item, names) for item in value])
        case phrases.Moment():
            return moment_in_words(datetime.fromisoformat(value))
        case phrases.Word():
            return _(str(value)) if value else ""
        case phrases.Spelling():
            return spell_orders(value)
        case Place():
            return say_clause(place_in_words(value), names)
        case Resources():
            return say_clause(value.words(), names)
    return str(value)


def _template(phrase: phrases.Phrase) -> str:
    if phrase.many is None:
        return _(phrase.english)
    count = phrase.values.get("count")
    # An estimate such as “≈ 3.2” takes the plural.
    return ngettext(phrase.english, phrase.many, count if isinstance(count, int) else 2)


#: The names of further bots of the same kind at a table.
KIN = {
    "Acorn": ("Hazel", "Walnut", "Chestnut"),
    "Pebble": ("Gravel", "Cobble", "Shingle"),
    "Clay": ("Loam", "Silt", "Marl"),
    "Thatch": ("Reed", "Wattle", "Straw"),
    "Ochre": ("Umber", "Sienna", "Russet"),
    "Antler": ("Horn", "Tusk", "Hoof"),
    "Ash": ("Ember", "Cinder", "Soot"),
    "Flint": ("Chert", "Slate", "Basalt"),
}


def name_of(seat: Seat) -> str:
    """
    Return the name of a seat's player, never an address.

    A seat that nobody has taken is called by its number, unless the name of the invited
    person is known.
    """
    if seat.is_automatic:
        kin: tuple[str, ...] = (seat.bot, *KIN.get(seat.bot, ()))
        if seat.namesake < len(kin):
            return kin[seat.namesake]
        return f"{seat.bot} {seat.namesake + 1}"
    if seat.user is not None and seat.user.name:
        return name_of_user(seat.user)
    if _is_vacant(seat):
        return _("Seat %(number)d") % {"number": seat.number + 1}
    return _colour_name(seat.number)


@cached_by_language(MOST_COLOURS)
def _colour_name(number: int) -> str:
    return str(COLOURS[number])


def name_of_user(user: User) -> str:
    """Return a user's name, with a note if a program plays."""
    return _("%(name)s (bot)") % {"name": user.name} if user.program else user.name


def _is_vacant(seat: Seat) -> bool:
    return seat.invitation in {
        *(Invitation.OPEN, Invitation.LINKED),
        *(Invitation.INVITED, Invitation.DECLINED),
    }


def find_typed_address(seat: Seat) -> str:
    """
    Return the address that the host typed for a seat, or ''.

    Only while the person has no name and has never signed in. Later addresses, or those
    of a rematch, may be unknown to the host and are private.
    """
    is_unanswered = seat.invitation in {Invitation.INVITED, Invitation.DECLINED}
    is_typed = is_unanswered and seat.game.rematch_of_id is None
    return address_if_unknown(seat.user) if is_typed and seat.user else ""


def address_if_unknown(user: User) -> str:
    """Return the address of a user without a name who has never signed in, or ''."""
    is_known = user.name or user.last_login or user.access_epoch
    return "" if is_known else user.email or ""


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """
    Return the names of all seats, by number. People whose names look alike are told
    apart by the colours of their seats.
    """
    by_number = sorted(seats, key=lambda seat: seat.number)
    names = [name_of(seat) for seat in by_number]
    shapes = Counter(map(skeleton, names))
    return tuple(
        _("%(name)s (%(colour)s)") % {"name": name, "colour": _colour_name(seat.number)}
        if shapes[skeleton(name)] > 1 and not seat.is_automatic
        else name
        for seat, name in zip(by_number, names, strict=True)
    )


def name_in(names: Sequence[str], player: int) -> str:
    if player < len(names):
        return names[player]
    return _("player %(number)d") % {"number": player + 1}


def join_names(seats: Sequence[Seat]) -> str:
    """Return 'Alice and Carol', in seat order, or '' if nobody has a name."""
    return join_list(names_of(_people(seats)))


def _people(seats: Iterable[Seat]) -> list[Seat]:
    """Leave out seats of which only the number is known."""
    return [
        seat
        for seat in seats
        if not _is_vacant(seat) or (seat.user is not None and seat.user.name)
    ]


def game_name(seats: Sequence[Seat], reader: Seat | None) -> str:
    """
    Return a game's name for its reader: 'Stone Age with Alice and Carol, game 2'. A
    game of a league has its name: 'Club Night with Alice and Carol'.

    No two games of a reader have the same name. Takes one query, in a league two.
    """
    others = [seat for seat in seats if reader is None or seat.number != reader.number]
    players = join_names(others)
    league = seats[0].game.league if seats else None
    if league is not None:
        name = _("%(league)s with %(players)s") % {
            "league": league.name,
            "players": players,
        }
    else:
        name = (
            _("Stone Age with %(players)s") % {"players": players} if players else TITLE
        )
    if reader is None or reader.user is None:
        return name
    return add_game_number(name, game_numbers(reader.user).get(reader.game_id, 1))


def add_game_number(name: str, number: int) -> str:
    """Add the number to a game's name, if it is not the first."""
    if number == 1:
        return name
    return _("%(title)s, game %(number)d") % {"title": name, "number": number}


def game_numbers(user: User) -> dict[int, int]:
    """
    Return, by id, which game with players of the same names each of a user's is.

    The numbers do not change while names and seats stay the same. One query.
    """
    met: Counter[tuple[str, ...]] = Counter()
    numbers = {}
    for game_id, others in groupby(
        read_seats_of_others(user), lambda seat: seat.game_id
    ):
        players = tuple(sorted(map(name_of, _people(others))))
        met[players] += 1
        numbers[game_id] = met[players]
    return numbers


def mask_address(user: User | None) -> str:
    """Return 'a•••@example.org', which only the owner recognises."""
    if user is None or not user.email:
        return ""
    name, _at, domain = user.email.partition("@")
    return f"{name[:1]}•••@{domain}"


#: The words before which "and" takes another form, by language: Spanish has "e" before
#: the sound of i, unless a vowel follows; Italian has "ed" before e.
_OTHER_AND = {
    "es": re.compile(r"h?[ií](?![aeouáéóú])|y(?![aeiouáéíóú])", re.IGNORECASE),
    "it": re.compile("[eèé]", re.IGNORECASE),
}


def join_list(parts: Sequence[str]) -> str:
    """Return 'a, b and c' in the active language."""
    if len(parts) < 2:
        return "".join(parts)
    ends = {"items": _(", ").join(parts[:-1]), "last": parts[-1]}
    pattern = _OTHER_AND.get(get_language() or "")
    if pattern is not None and pattern.match(ends["last"]):
        return pgettext("before a similar sound", "%(items)s and %(last)s") % ends
    return _("%(items)s and %(last)s") % ends


def format_signed(number: int) -> str:
    """Return '12', or '\N{MINUS SIGN}3' with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def format_range(least: int, most: int) -> str:
    """Return '3', '3–8', or '\N{MINUS SIGN}2 … 3' with negative numbers."""
    if least == most:
        return format_signed(least)
    between = " … " if least < 0 else "–"
    return f"{format_signed(least)}{between}{format_signed(most)}"


def format_change(by: float, places: int = 0) -> str:
    """Return '+3', '\N{MINUS SIGN}1.5' or '0'."""
    sign = "+" if by > 0 else "\N{MINUS SIGN}"
    size = format_decimal(abs(by), places)
    return size if size == format_decimal(0, places) else f"{sign}{size}"


def format_decimal(number: float, places: int = 1) -> str:
    """Return '3.2' or '3,2', as the language writes it."""
    return number_format(f"{number:.{places}f}")


def clean_line(text: str) -> str:
    """Return a text as one line, without control characters and extra spaces."""
    return " ".join("".join(c for c in text if not is_control(c)).split())


def is_control(character: str) -> bool:
    """Return whether a character ends text or changes its direction."""
    return not character.isspace() and (
        unicodedata.category(character) in {"Cc", "Cs", "Cn"}
        or unicodedata.bidirectional(character) in _DIRECTIONS
    )
