"""What the turn page sends in, read as decisions."""

from uuid import uuid4

import pytest
from django.http import QueryDict

from games.table.choices import Entered
from games.table.form_input import entered_in, looked_at, move_in, resume_query
from stoneage_core import InvalidCommand, notation
from stoneage_core.orders import parse
from tests.support.refusals import refuses


def form(**fields: object) -> QueryDict:
    sent = QueryDict(mutable=True)
    sent["expected_version"], sent["expected_head"] = "7", "0123456789ab"
    sent["request_id"] = str(uuid4())
    for name, value in fields.items():
        sent.setlist(name, value if isinstance(value, list) else [str(value)])
    return sent


def text_in(**fields: object) -> str:
    move = move_in(form(**fields))
    assert move is not None
    return move.text


def test_a_command_is_paid_by_the_fields_beside_it() -> None:
    assert text_in(command="buy 2", wood=1, gold=1) == "buy 2 wood 1 gold 1"


def test_a_whole_command_needs_no_fields() -> None:
    assert text_in(whole="build 1 wood brick", wood=5) == "build 1 wood brick"
    assert text_in(command="build 1", whole="leave building 1") == "leave building 1"


def test_undecided_form_without_a_choice_is_refused() -> None:
    """Without a script a careless press sends it; with one the button is off."""
    with refuses("invalid", match="Choose first"):
        move_in(form(command="tools", undecided="yes"))
    assert text_in(command="tools", undecided="yes", tile=["2"]) == "tools 2"
    assert text_in(whole="no tools", command="tools", undecided="yes") == "no tools"


@pytest.mark.parametrize(
    ("tile", "once", "text"),
    [
        ([], [], "no tools"),
        (["2"], [], "tools 2"),
        (["2", "1"], ["3"], "tools 2 1 once 3"),
        ([], ["4"], "tools once 4"),
    ],
)
def test_switches_say_which_tools(tile: list[str], once: list[str], text: str) -> None:
    sent = text_in(command="tools", tile=tile, once=once)
    assert sent == text
    assert notation.to_text(notation.from_text(sent)) == text


def test_places_in_a_form_become_an_order_of_uses() -> None:
    move = move_in(form(use=["hut", "forest", "hut", "card_2"]))
    assert move is not None
    assert move.asked == parse("use hut; use forest; use card 2")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"use": ["nowhere"]},
        {"use": ["hut"] * 40},
        {"command": "tools", "tile": ["much"]},
        {"command": "tools", "tile": ["1"] * 40},
        {"command": "buy 1", "wood": "-1"},
    ],
)
def test_unreadable_form_is_refused(fields: dict[str, object]) -> None:
    with refuses("incomplete"):
        move_in(form(**fields))


def test_unknown_command_is_refused() -> None:
    move = move_in(form(command="abracadabra"))
    assert move is not None
    with pytest.raises(InvalidCommand):
        _ = move.asked


def test_what_was_entered_can_be_shown_again() -> None:
    entered = entered_in(
        form(command="tools", tile=["2", "x"], once=["3"], order="hut,forest", wood=3)
    )
    assert (entered.tiles, entered.once) == ((2,), (3,))
    assert entered.order == ("hut", "forest")
    assert entered.resources == (("wood", 3),)


def test_an_address_keeps_what_is_looked_at_and_the_order() -> None:
    kept = Entered(order=("card_1", "hut"), at="card_1")
    end = resume_query(kept, 7)
    assert end == "?at=card_1&order=card_1,hut&done=7"
    assert looked_at(QueryDict(end[1:])) == kept
    assert resume_query(Entered(), 0) == ""
