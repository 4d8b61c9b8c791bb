"""Choosing a clock: a preset, or own terms."""

import pytest

from games.clocks import PRESETS
from games.models import Game, User
from games.presentation.time_control_form import TimeControlForm
from games.presentation.time_control_text import (
    brief_of,
    term_list,
    terms_of,
    timeout_terms_of,
)
from stoneage_core.time_control import (
    DAY,
    DEFAULT,
    HOUR,
    MINUTE,
    Bank,
    PerMove,
    TimeControl,
    Window,
)
from tests.support.pages import markup_of, signed_in, text_of, values_of


def clock_form(preset: str = "unhurried", **more: str) -> TimeControlForm:
    """The form as a browser sends it, with a unit for every duration."""
    units = {f"{name}_unit": "hours" for name in ("time", "start", "cap", "grace")}
    sent = {"preset": preset, "kind": "", "weekends": "", **units, **more}
    return TimeControlForm({f"clock-{name}": value for name, value in sent.items()})


def clock_of(preset: str = "unhurried", **more: str) -> TimeControl:
    form = clock_form(preset, **more)
    assert form.is_valid(), form.errors
    return form.control


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_is_chosen_by_its_name(preset: str) -> None:
    assert clock_of(preset) == PRESETS[preset]


def test_empty_fields_have_the_presets_values() -> None:
    control = clock_of("a_move_a_day", vacation="30")
    assert control == TimeControl(PerMove(DAY), grace=12 * HOUR, vacation=30)


def test_every_term_can_be_set() -> None:
    control = clock_of(
        kind="per_move",
        time_amount="36",
        time_unit="hours",
        grace_amount="90",
        grace_unit="minutes",
        opens="08:30",
        closes="00:15",
        weekends="free",
        vacation="0",
        misses="5",
    )
    assert control == TimeControl(
        PerMove(36 * HOUR),
        grace=90 * MINUTE,
        window=Window(8 * 60 + 30, 15),
        weekends=True,
        vacation=0,
        misses=5,
    )


def test_form_makes_a_clock_with_a_bank() -> None:
    control = clock_of(
        "saver",
        start_amount="10",
        increment_amount="0",
        cap_amount="12",
        grace_amount="0",
    )
    assert control.time == Bank(10 * HOUR, 0, 12 * HOUR)
    assert (control.grace, control.vacation) == (0, PRESETS["saver"].vacation)


def test_empty_fields_of_another_kind_come_from_its_example() -> None:
    bank = clock_of(kind="bank", cap_amount="7", cap_unit="days")
    assert bank.time == Bank(start=4 * DAY, increment=DAY, cap=7 * DAY)
    assert clock_of("live", kind="per_move").time == DEFAULT.time


def test_equal_opening_and_closing_times_mean_the_whole_day() -> None:
    assert clock_of("lunch_break", opens="09:00", closes="09:00").window is None
    assert clock_of("lunch_break", weekends="run").weekends is False


@pytest.mark.parametrize(
    ("preset", "more", "field", "sentence"),
    [
        ("", {}, "preset", "Choose a pace."),
        ("blitz", {}, "preset", "not one of the available choices"),
        ("unhurried", {"kind": "hourglass"}, "kind", "not one of the available"),
        ("unhurried", {"time_amount": "0"}, "time_amount", "At least one minute."),
        ("unhurried", {"time_amount": "1441"}, "time_amount", "At most 60 days."),
        ("unhurried", {"time_amount": "99999999"}, "time_amount", "At most 60 days."),
        ("unhurried", {"time_amount": "-1"}, "time_amount", "greater than or equal"),
        ("unhurried", {"time_amount": "x"}, "time_amount", "whole number"),
        ("unhurried", {"time_unit": "moons"}, "time_unit", "not one of the available"),
        ("unhurried", {"start_amount": "2"}, "start_amount", "it has no bank"),
        ("saver", {"time_amount": "2"}, "time_amount", "This pace is a time bank."),
        ("saver", {"start_amount": "200"}, "cap_amount", "more than it may hold"),
        ("saver", {"cap_amount": "0"}, "cap_amount", "At least one minute."),
        ("unhurried", {"opens": "08:00"}, "closes", "Give both times, or none."),
        ("unhurried", {"opens": "8 o’clock", "closes": "09:00"}, "opens", "such as"),
        (
            "unhurried",
            {"opens": "23:30", "closes": "00:29"},
            "closes",
            "for at least an hour a day",
        ),
        ("unhurried", {"vacation": "61"}, "vacation", "less than or equal to 60"),
        ("unhurried", {"misses": "0"}, "misses", "greater than or equal to 1"),
        ("unhurried", {"misses": "21"}, "misses", "less than or equal to 20"),
    ],
)
def test_invalid_values_are_reported_at_their_fields(
    preset: str, more: dict[str, str], field: str, sentence: str
) -> None:
    form = clock_form(preset, **more)
    assert not form.is_valid()
    assert sentence in " ".join(form.errors[field])


def new_game(**more: str) -> dict[str, str]:
    return {
        "plays": "on",
        "open": "1",
        "tie_break": "sequential",
        "clock-preset": "unhurried",
        **more,
    }


@pytest.mark.django_db
def test_page_lists_all_terms_of_each_clock(alice: User) -> None:
    html = signed_in(alice).get("/games/new/").content.decode()
    text = text_of(html)
    assert values_of(html, "clock-preset") == list(PRESETS)
    assert 'value="unhurried" checked' in markup_of(html)
    for control in PRESETS.values():
        assert brief_of(control) in text
    assert '<details class="clock-own">' in markup_of(html)


@pytest.mark.django_db
def test_game_with_its_own_clock_says_so_before_anybody_joins(
    alice: User, bob: User
) -> None:
    more = {"clock-time_amount": "6", "clock-time_unit": "hours", "clock-misses": "1"}
    assert signed_in(alice).post("/games/new/", new_game(**more)).status_code == 303
    game = Game.objects.get()
    assert game.time_control == TimeControl(PerMove(6 * HOUR), vacation=21, misses=1)
    client = signed_in(bob)
    text = text_of(client.get(f"/games/{game.slug}/").content.decode())
    for term in term_list(game.time_control):
        assert term in text
    assert timeout_terms_of(game.time_control) in text
    rows = text_of(client.get("/open-seats/").content.decode())
    assert terms_of(game.time_control) in rows


@pytest.mark.django_db
def test_entered_values_are_kept_in_an_open_form(alice: User) -> None:
    more = {"clock-time_amount": "77", "clock-opens": "08:00", "clock-closes": "08:10"}
    answer = signed_in(alice).post("/games/new/", new_game(**more))
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "closes" in answer.context["form"].clock_form.errors
    assert 'value="77"' in html
    assert 'value="08:10"' in html
    assert '<details class="clock-own" open>' in markup_of(html)
    assert not Game.objects.exists()
