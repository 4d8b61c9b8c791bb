"""Clocks in words: names of presets, and all terms."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clocks import PRESETS, VISITS_A_WEEK, preset_of, weeks_of
from games.presentation.labels import Text
from games.presentation.text import say
from stoneage_core.phrases import Many, Phrase
from stoneage_core.time_control import Bank, TimeControl
from stoneage_core.wording.descriptions import time_control_in_words

PER_MOVE, BANK = "per_move", "bank"

#: For each preset by key: its name for people, and whom it suits.
PRESET_NAMES: dict[str, tuple[Text, Text]] = {
    "unhurried": (gettext_lazy("Unhurried"), gettext_lazy("a few moves a week")),
    "relaxed": (gettext_lazy("Relaxed"), gettext_lazy("weekends are free")),
    "a_move_a_day": (gettext_lazy("A move a day"), gettext_lazy("once a day")),
    "saver": (gettext_lazy("Time bank"), gettext_lazy("quick moves save time")),
    "lunch_break": (gettext_lazy("Lunch break"), gettext_lazy("several moves a day")),
    "live": (gettext_lazy("Live"), gettext_lazy("all at the table at once")),
}
assert PRESET_NAMES.keys() == PRESETS.keys()


def time_kind_of(control: TimeControl) -> str:
    """Return whether each turn has its own time or all share a bank."""
    return BANK if isinstance(control.time, Bank) else PER_MOVE


def preset_name_of(control: TimeControl) -> str:
    preset = preset_of(control)
    return _("Its own pace") if preset is None else str(PRESET_NAMES[preset][0])


def brief_of(control: TimeControl) -> str:
    preset = preset_of(control)
    return terms_of(control) if preset is None else str(PRESET_NAMES[preset][1])


def terms_of(control: TimeControl) -> str:
    return say(time_control_in_words(control), ())


def term_list(control: TimeControl) -> list[str]:
    terms = time_control_in_words(control).values["terms"]
    assert isinstance(terms, Many)
    return [say(term, ()) for term in terms if isinstance(term, Phrase)]


def length_of(control: TimeControl) -> str:
    """Return words about how long a game takes, or '' for a clock of its own."""
    preset = preset_of(control)
    if preset is None:
        return ""
    weeks = weeks_of(preset)
    if weeks is None:
        return _("A game takes two to four hours.")
    sentence = _("About %(weeks)d weeks if all play %(visits)d times a week.")
    return sentence % {"weeks": weeks, "visits": VISITS_A_WEEK[preset]}


def timeout_terms_of(control: TimeControl) -> str:
    return ngettext(
        "If time runs out, your orders decide, if you left any; if not, we "
        "play a safe move for you, and autopilot plays on until you’re back.",
        "If time runs out, your orders decide, if you left any; if not, we "
        "play a safe move for you. After %(count)d missed turns in a row autopilot "
        "plays for you until you’re back.",
        control.misses,
    ) % {"count": control.misses}


@dataclass(frozen=True)
class PresetRow:
    key: str
    kind: str
    name: str
    suits: str
    terms: list[str]
    length: str
    is_chosen: bool


def preset_rows(chosen: str) -> Iterator[PresetRow]:
    for key, control in PRESETS.items():
        name, suits = PRESET_NAMES[key]
        yield PresetRow(
            key=key,
            kind=time_kind_of(control),
            name=str(name),
            suits=str(suits),
            terms=term_list(control),
            length=length_of(control),
            is_chosen=key == chosen,
        )


def preset_choices() -> list[tuple[str, Text]]:
    return [(key, name) for key, (name, _suits) in PRESET_NAMES.items()]


def explained_presets() -> list[tuple[str, str]]:
    """Return the presets with whom they suit, for a list of choices."""
    return [(key, f"{name} ({suits})") for key, (name, suits) in PRESET_NAMES.items()]
