"""The engine's phrases in the reader's language, with the players' names put in.

The engine's own English templates are the message ids of the translations.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games import labels
from games.days import day_in_words
from games.words.spelling import spell_orders
from stoneage_core.phrases import (
    Many,
    Moment,
    Phrase,
    Seat,
    Spelling,
    Word,
    capitalised,
)
from stoneage_core.places import Place, in_words
from stoneage_core.resources import Resources


def say(phrase: Phrase, names: Sequence[str]) -> str:
    """Return a phrase as a sentence; ``names`` are the players', by number."""
    return capitalised(_show(phrase, names))


def clause(phrase: Phrase) -> str:
    """Return a phrase that names no player as it stands within a sentence."""
    return _show(phrase, ())


def name_in(names: Sequence[str], player: int) -> str:
    """Return a player's name, or their number where no names are known."""
    if player < len(names):
        return names[player]
    return gettext("player %(number)d") % {"number": player + 1}


def _show(value: object, names: Sequence[str]) -> str:
    """Word one value; whatever is no word of the engine's is written as it is."""
    match value:
        case Phrase():
            return value.fill(_template(value), _shower(names))
        case Seat():
            return name_in(names, value)
        case Many():
            return labels.join_list([_show(item, names) for item in value])
        case Moment():
            return moment_in_words(datetime.fromisoformat(value))
        case Word():
            return gettext(str(value)) if value else ""
        case Spelling():
            return spell_orders(value)
        case Place():
            return _show(in_words(value), names)
        case Resources():
            return _show(value.words(), names)
    return str(value)


def moment_in_words(moment: datetime) -> str:
    """Write a moment in the current zone: 'Fri 20 Nov 2026, 21:40 (Europe/Madrid)'."""
    local = timezone.localtime(moment)
    return gettext("%(day)s, %(time)s (%(zone)s)") % {
        "day": day_in_words(local, gettext("D j M Y")),
        "time": local.strftime("%H:%M"),
        "zone": timezone.get_current_timezone_name().replace("_", " "),
    }


def _shower(names: Sequence[str]) -> Callable[[object], str]:
    return partial(_show, names=names)


def _template(phrase: Phrase) -> str:
    count = phrase.values.get("count")
    if phrase.many is None or not isinstance(count, int):
        return gettext(phrase.english)
    return ngettext(phrase.english, phrase.many, count)
