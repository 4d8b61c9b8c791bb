"""Asking for more time by email, and giving it."""

from datetime import datetime

import pytest

from games.models import Game, User
from notifications.models import Kind, MailStatus
from tests.notifications.absence import seat_at
from tests.notifications.mails.test_contents import only
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import recipients_of
from tests.notifications.replies.conftest import Reply, fates
from tests.support.mails import Send, mails

WISHES = {
    "en": [
        "more time",
        "I need more time",
        "Can I have more time?",
        "More time please",
    ],
    "es": ["más tiempo", "Necesito más tiempo", "¿Me dais más tiempo?"],
    "it": ["più tempo", "Ho bisogno di più tempo", "Posso avere più tempo?"],
    "pt-br": ["mais tempo", "Preciso de mais tempo", "Posso ter mais tempo?"],
    "ko": ["시간이 더 필요해요", "시간 더", "시간을 더 주세요"],
}
GIFTS = {
    "en": "give time",
    "es": "dar tiempo",
    "it": "dare tempo",
    "pt-br": "dar tempo",
    "ko": "시간 주기",
}


@pytest.mark.parametrize(
    ("language", "text"), [(one, text) for one, rows in WISHES.items() for text in rows]
)
def test_wish_is_passed_on_to_the_others(
    started_game: Game, alice: User, reply: Reply, language: str, text: str
) -> None:
    User.objects.filter(pk=alice.pk).update(language=language)
    assert fates(reply(started_game, alice, text)) == ["done"]
    assert recipients_of(Kind.TIME_ASKED) == ["Bob", "Carol", "Dave"]


@pytest.mark.parametrize("language", GIFTS)
def test_reply_gives_time_to_the_awaited_player(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    now: datetime,
    language: str,
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    before = seat_at(two_player_game, 0).deadline_at
    reply(two_player_game, alice, "more time")
    given = reply(two_player_game, bob, GIFTS[language])
    after = seat_at(two_player_game, 0).deadline_at
    assert fates(given) == ["done"]
    assert before is not None
    assert after is not None
    assert after > before
    assert recipients_of(Kind.TIME_GIVEN) == ["Alice"]
    assert "You have until" in str(only(Kind.TIME_GIVEN, now).body)


def test_email_about_a_wish_is_skipped_after_time_was_given(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    now: datetime,
    send: Send,
) -> None:
    reply(two_player_game, alice, "more time")
    reply(two_player_game, bob, "give time")
    send(now)
    (mail,) = mails(Kind.TIME_ASKED)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_wish_of_somebody_who_is_not_awaited_is_refused(
    two_player_game: Game, bob: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, bob, "more time")) == ["failed"]
    assert not mails(Kind.TIME_ASKED)


def test_gift_without_anybody_on_the_clock_is_refused(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, alice, "give time")) == ["failed"]
