"""Clocks in words: the presets' names, and what a clock does, term by term."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import wording
from games.labels import Text
from games.timekeeping import PRESETS, preset_of
from stoneage_core.clock import Clock
from stoneage_core.conduct_words import clock_in_words

#: By the stored name of the preset: its name for people, and whom it suits.
PRESET_NAMES: dict[str, tuple[Text, Text]] = {
    "unhurried": (gettext_lazy("Unhurried"), gettext_lazy("a few moves a week")),
    "relaxed": (gettext_lazy("Relaxed"), gettext_lazy("weekends are free")),
    "a_move_a_day": (gettext_lazy("A move a day"), gettext_lazy("once a day")),
    "saver": (gettext_lazy("Time bank"), gettext_lazy("quick answers save time")),
    "lunch_break": (gettext_lazy("Lunch break"), gettext_lazy("several moves a day")),
    "live": (gettext_lazy("Live"), gettext_lazy("all at the table at once")),
}
assert PRESET_NAMES.keys() == PRESETS.keys()


def name_of(clock: Clock) -> str:
    """Return the name of a clock's preset."""
    preset = preset_of(clock)
    return _("Its own clock") if preset is None else str(PRESET_NAMES[preset][0])


def terms_of(clock: Clock) -> str:
    """Say all that a clock does."""
    return wording.say(clock_in_words(clock), ())


def choices() -> list[tuple[str, str]]:
    """Return the presets to choose from, each with its name and its terms."""
    return [
        (
            key,
            _("%(name)s: %(purpose)s")
            % {"name": PRESET_NAMES[key][0], "purpose": PRESET_NAMES[key][1]},
        )
        for key in PRESETS
    ]
