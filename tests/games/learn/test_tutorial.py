"""The pages of the tutorial, for anybody, in all languages."""

import re

import pytest
from django.test import Client
from django.utils import translation

from config.languages import NAMES
from games.errors import SENTENCES
from games.learn.tutorial import NO_HEAD, answer_sentence, lesson_at
from games.learn.tutorial_script import (
    GAME_OVER,
    ROUND_OVER,
    SCENES,
    LessonAnswer,
)
from tests.support.pages import html_of, offences_of, text_of, values_of

STEPS = range(1, GAME_OVER + 1)
REQUEST_ID = "8a53c1c6-5b4e-4a7e-9a44-2ab8d6f3bb1e"
STYLE_SHEET = "games/static/games/learn.css"


def words_of(step: int) -> str:
    """Return the text of a lesson."""
    return text_of(lesson_at(step).words)


def press(client: Client, step: int, **fields: object) -> tuple[int, str]:
    """Send a decision. Return the status, and the target or the page."""
    seen = {"expected_version": 1, "expected_head": NO_HEAD}
    form = {**seen, "request_id": REQUEST_ID, **fields}
    answer = client.post(f"/learn/{step}/", form)
    return answer.status_code, answer.get("Location") or html_of(answer)


def test_first_url_is_the_first_step(client: Client) -> None:
    first = text_of(html_of(client.get("/learn/")))
    assert words_of(1) in first
    assert client.get("/learn/0/").status_code == 404
    assert client.get(f"/learn/{GAME_OVER + 1}/").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("language", [code for code, _name in NAMES])
def test_each_step_renders_in_each_language(client: Client, language: str) -> None:
    for step in STEPS:
        page = client.get(f"/learn/{step}/", headers={"accept-language": language})
        html = html_of(page)
        assert page.status_code == 200
        assert f'<html lang="{language}"' in html
        assert 'data-mode="learn"' in html
        assert "%(" not in html
        assert offences_of(html) == []
        assert html.count("<h1") == 1
        with translation.override(language):
            assert words_of(step) in text_of(html)


def test_right_decisions_lead_to_the_end(client: Client) -> None:
    for step, scene in enumerate(SCENES, start=1):
        fields: dict[str, object] = {"whole": scene.wanted}
        if "," in scene.wanted:
            fields = {"use": ["hut", "field", "hunting_grounds", "card_1"]}
        if scene.wanted:
            assert press(client, step, **fields) == (303, f"/learn/{step + 1}/")
    end = html_of(client.get(f"/learn/{GAME_OVER}/"))
    assert words_of(GAME_OVER) in text_of(end)
    assert values_of(end, "hints") == ["on"]


@pytest.mark.parametrize(
    ("step", "fields", "answer"),
    [
        (1, {"command": "forest 3"}, LessonAnswer.OTHER_NUMBER),
        (1, {"command": "hunt 2"}, LessonAnswer.OTHER_CHOICE),
        (5, {"use": ["forest", "tool_maker"]}, LessonAnswer.TOO_EARLY),
        (6, {"whole": "leave card 1"}, LessonAnswer.TOO_EARLY),
        (7, {"command": "tools"}, LessonAnswer.LEFT_OUT),
        (9, {"command": "build 2", "wood": "1"}, LessonAnswer.OTHER_PAYMENT),
    ],
)
def test_wrong_decision_gets_a_kind_answer(
    client: Client, step: int, fields: dict[str, object], answer: LessonAnswer
) -> None:
    status, html = press(client, step, **fields)
    assert status == 200
    assert answer_sentence(answer) in text_of(html)
    assert words_of(step) in text_of(html)


def test_several_uses_go_one_step_at_a_time(client: Client) -> None:
    order = ["tool_maker", "forest", "card_1", "building_2"]
    assert press(client, 5, use=order) == (303, "/learn/6/")


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"command": "forest 9"}, 422, "1 to 5"),
        ({"command": "dance"}, 400, "dance"),
        ({}, 400, str(SENTENCES["incomplete"])),
    ],
)
def test_illegal_decision_is_explained_and_loses_nothing(
    client: Client, fields: dict[str, object], status: int, said: str
) -> None:
    shown, html = press(client, 1, **fields)
    assert shown == status
    assert said in text_of(html)
    assert words_of(1) in text_of(html)


def test_mistake_and_lesson_are_read_aloud_together(client: Client) -> None:
    """The focus goes there by script; without one it is a page of its own."""
    _status, html = press(client, 1, command="hunt 2")
    status = html.partition('id="lesson-words"')[2].partition("</div>")[0]
    assert 'role="status"' in status
    assert answer_sentence(LessonAnswer.OTHER_CHOICE) in text_of(f"<div{status}")
    assert words_of(1) in text_of(f"<div{status}")


def test_end_of_the_round_leads_to_the_last_round(client: Client) -> None:
    html = html_of(client.get(f"/learn/{ROUND_OVER}/"))
    assert f'href="/learn/{ROUND_OVER + 1}/"' in html
    assert values_of(html, "hints") == ["on"]


def test_end_shows_the_final_scoring(client: Client) -> None:
    page = client.get(f"/learn/{GAME_OVER}/")
    html = html_of(page)
    assert page.context["result"] in html
    assert [row.seat for row in page.context["standings"]] == [0, 1]
    assert html.count('class="bar-row"') == 2
    assert html.count("<li>") >= 4  # lines of the learner's points


def test_all_uses_at_once_are_offered_only_in_their_lesson(client: Client) -> None:
    offering = [
        step for step in STEPS if 'name="use"' in html_of(client.get(f"/learn/{step}/"))
    ]
    assert [SCENES[step - 1].wanted.count(",") for step in offering] == [2]


def test_last_page_accepts_no_decision(client: Client) -> None:
    status, html = press(client, GAME_OVER, command="forest 1")
    assert status == 200
    assert words_of(GAME_OVER) in text_of(html)


def test_htmx_gets_only_the_table(client: Client) -> None:
    part = client.get("/learn/2/", headers={"hx-request": "true"})
    assert html_of(part).lstrip().startswith("<main")
    assert part["HX-Push-Url"] == "/learn/2/"


def test_place_and_tribe_can_be_looked_at(client: Client) -> None:
    looked = html_of(client.get("/learn/1/?at=forest"))
    assert 'data-at="forest"' in looked
    opened = html_of(client.get("/learn/1/?sheet=tribe-1"))
    assert 'id="sheet-heading"' in opened
    assert "sheet-heading" not in html_of(client.get("/learn/1/?sheet=no"))


def test_place_to_tap_is_outlined() -> None:
    """The style sheet names each place that a lesson is about."""
    with open(STYLE_SHEET, encoding="utf-8") as sheet:
        named = set(re.findall(r'\[data-wanted="(\w+)"\]', sheet.read()))
    assert named == {lesson_at(step).place for step in STEPS} - {""}


def test_practice_at_the_end_has_hints(client: Client) -> None:
    html = html_of(client.get(f"/learn/{GAME_OVER}/"))
    form = html.partition('action="/practice/"')[2].partition("</form>")[0]
    assert 'name="hints"' in form
