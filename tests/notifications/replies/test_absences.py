"""A command stops the clock; about a sentence its writer is asked, as in a question.

Sentences may be automatic replies, so that they start nothing.
"""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils.translation import override

from games.models import Game, User
from games.presentation.dates import absence_example, moment_in_words
from notifications.mails.turn import unread_reply_notice
from notifications.models import Kind, OutgoingMail
from notifications.models.incoming import NOTHING_UNDERSTOOD
from notifications.replies.answers import MOST_ANSWERS
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Away, PerhapsAway, Unclear
from stoneage_core.match.calendar import Span
from tests.notifications.replies.conftest import Reply, fates, the_answer, words
from tests.support.mails import mails
from tests.support.play import submit

TODAY = date(2026, 11, 20)
UNTIL = Away(date(2026, 12, 3))
COMMANDS = {
    "en": ["away until 3 December", "Away until 3 Dec, thanks", "- away until 3 Dec"],
    "es": ["ausente hasta el 3 de diciembre", "away until 3 December"],
    "pt-br": ["ausente até 3 de dezembro", "*ausente até 3 de dezembro*"],
    "ko": ["12월 3일까지 부재", "부재 12월 3일까지", "12월 3일까지 휴가"],
    "it": ["via fino al 3 dicembre", "assente fino al 3 dicembre, grazie"],
}
SENTENCES = {
    "en": [
        "I’m away until 3 December.",
        "I'm away until 3 Dec, thanks",
        "I am on vacation until 3 December and will answer later.",
        "I will be out of the office till December 3rd",
        "please away until 3 December",
    ],
    "es": [
        "Estoy ausente hasta el 3 de diciembre.",
        "Estaré fuera hasta el 3 de diciembre",
        "Voy a estar ausente hasta el 3 de diciembre",
        "Estoy de vacaciones hasta el 3 de diciembre.",
    ],
    "pt-br": [
        "Estou ausente até 3 de dezembro.",
        "Estarei fora até 3 de dezembro",
        "Estou de férias até o dia 3 de dezembro e respondo depois.",
    ],
    "ko": [
        "저는 12월 3일까지 부재",
        "12월 3일까지 휴가 중입니다.",
        "12월 3일까지 부재중입니다",
    ],
    "it": [
        "Sono assente fino al 3 dicembre.",
        "Sarò via fino al 3 dicembre",
        "Sono in ferie fino al 3 dicembre e risponderò dopo.",
    ],
}


@pytest.mark.parametrize("language", COMMANDS)
def test_command_is_recognised(language: str) -> None:
    for line in COMMANDS[language]:
        assert parse_line(line, language, today=TODAY) == UNTIL, line


@pytest.mark.parametrize("language", SENTENCES)
def test_sentence_is_not_a_command(language: str) -> None:
    for line in SENTENCES[language]:
        assert parse_line(line, language, today=TODAY) == PerhapsAway(UNTIL), line


def test_absence_needs_a_last_day() -> None:
    for line in ("Talk to you until then", "I wait until it is my turn", "until"):
        assert parse_line(line, "en", today=TODAY) == Unclear("unknown"), line


def away(game: Game) -> tuple[Span, ...]:
    return Game.objects.get(pk=game.pk).table_state.seats[0].away


SENTENCE = "I’m away until 3 December."


def test_writer_of_a_sentence_is_asked_and_says_yes(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    asked = reply(two_player_game, alice, SENTENCE)
    assert fates(asked) == ["asked"]
    assert moment_in_words(datetime(2026, 12, 4, tzinfo=UTC)) in words(asked)
    assert away(two_player_game) == ()
    agreed = reply(two_player_game, alice, "yes", answers=the_answer(asked))
    assert fates(agreed) == ["done"]
    (span,) = away(two_player_game)
    assert span.ends == datetime(2026, 12, 4, tzinfo=UTC)


def test_writer_says_no(two_player_game: Game, alice: User, reply: Reply) -> None:
    asked = reply(two_player_game, alice, SENTENCE)
    refused = reply(two_player_game, alice, "no", answers=the_answer(asked))
    assert fates(refused) == ["done"]
    assert away(two_player_game) == ()


def test_question_names_the_first_day_of_a_planned_absence(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    text = "I'm travelling tomorrow, back on Sunday"
    asked = reply(two_player_game, alice, text)
    reply(two_player_game, alice, "ok", answers=the_answer(asked))
    (span,) = away(two_player_game)
    assert span == (
        datetime(2026, 11, 21, tzinfo=UTC),
        datetime(2026, 11, 23, tzinfo=UTC),
    )


def test_impossible_absence_is_refused_without_a_question(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "I'm away until 30 June 2027")
    assert fates(mail) == ["failed"]
    assert "vacation days" in words(mail)


def test_sentence_is_asked_about_after_a_move_in_the_same_email(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, f"forest 3\n{SENTENCE}")
    assert fates(mail) == ["done", "asked"]


def test_different_sentences_are_never_met_by_silence(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    for day in range(1, 10):
        asked = reply(two_player_game, alice, f"I'm away until {day} December, sorry")
        assert the_answer(asked)


def test_program_that_repeats_itself_is_not_answered_for_ever(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    for _ in range(8):
        last = reply(two_player_game, alice, SENTENCE)
    assert last.why == NOTHING_UNDERSTOOD
    kinds = OutgoingMail.objects.values_list("kind", flat=True)
    answers = [kind for kind in kinds if kind in (Kind.REPLY_READ, Kind.REPLY_UNREAD)]
    assert len(answers) == 1 + MOST_ANSWERS + 1
    assert away(two_player_game) == ()


def test_next_email_mentions_a_reply_met_by_silence(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    later = now + timedelta(hours=1)
    for _ in range(6):
        reply(two_player_game, alice, "Your message is important to us.", at=later)
    submit(two_player_game, 0, "forest 3", now=later)
    submit(two_player_game, 1, "clay pit 3", now=later)
    *_, mail = mails(Kind.YOUR_TURN)
    assert mail.user == alice
    assert unread_reply_notice(mail)


@pytest.mark.parametrize("language", COMMANDS)
@pytest.mark.parametrize("day", range(1, 31))
def test_example_is_a_command_until_a_coming_sunday(language: str, day: int) -> None:
    now = datetime(2026, 11, day, 12, tzinfo=UTC)
    with override(language):
        example = absence_example(now)
    intent = parse_line(example, language, today=now.date())
    assert isinstance(intent, Away)
    assert intent.until.weekday() == 6
    assert 3 <= (intent.until - now.date()).days <= 9


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("3 in the forest, I'm away until Sunday", "en"),
        ("bosque 3 hasta el lunes", "es"),
    ],
)
def test_move_that_mentions_a_day_is_no_absence(line: str, language: str) -> None:
    assert not isinstance(parse_line(line, language, today=TODAY), PerhapsAway | Away)
