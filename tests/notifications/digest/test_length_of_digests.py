"""A digest is shortened so that mail programs show it in full."""

import re
from datetime import datetime

import pytest
from django.core.mail import EmailMessage

from games.models import Game, User
from games.table.numbered_choices import ChoiceGroup, flat_choices
from notifications import digests as digest
from notifications.mails.blocks.question import RECOMMENDED
from notifications.models import Kind, Pace
from tests.notifications.digest.test_queue import MORNING, due_in, game_of, to
from tests.notifications.preferences.conftest import wish
from tests.support.mails import Send, html_of, mails
from tests.support.positions import positions

#: Gmail clips a mail after this.
CLIPPED = 102_000


def longest_list() -> tuple[ChoiceGroup, ...]:
    """Return the longest list of choices late in a game."""
    found = [flat_choices(*each) for each in positions(4, 12)[-200:]]
    return max(found, key=lambda groups: sum(len(each.choices) for each in groups))


def digest_of(
    count: int, alice: User, bob: User, now: datetime, send: Send
) -> EmailMessage:
    for _ in range(count):
        due_in(game_of(alice, bob, now=now), alice, 70, now)
    wish(alice, now, pace=Pace.DAILY)
    send(now)
    (message,) = to(alice, list(send(now + MORNING)))
    return message


@pytest.mark.parametrize("count", [5, 12])
def test_many_games_fit_including_the_footer(
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
) -> None:
    many = longest_list()
    liked = [choice for group in many for choice in group.choices][-RECOMMENDED:]
    monkeypatch.setattr(digest, "flat_choices", lambda *_: many)
    monkeypatch.setattr(digest, "recommend_choices", lambda *_: liked)
    message = digest_of(count, alice, bob, now, send)
    html = html_of(message)  # type: ignore[arg-type]
    assert len(html.encode()) <= digest.MOST_BYTES < CLIPPED
    assert html.rindex("/mail/") > html.rindex("/play/")
    assert html.count("You have until") == count
    numbers = re.findall(r'class="chip"[^>]*>\s*<strong[^>]*>(\d+)<', html)
    rows = mails(Kind.DIGEST)[0].listed
    texts = [text for row in rows for text in row["texts"]]
    assert {texts[int(each) - 1] for each in numbers} <= {each.text for each in liked}
    assert 0 < len(numbers) <= count * RECOMMENDED
    assert html.count("more choices on the table") == count
    assert f"{len(texts)}. " in str(message.body)


@pytest.mark.parametrize("most", [25_000, 0])
def test_omitted_games_are_counted(
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
) -> None:
    monkeypatch.setattr(digest, "MOST_BYTES", most)
    body = str(digest_of(7, alice, bob, now, send).body)
    assert ("2 more wait on your page." in body) == (most == 0)
    assert body.count("You have until") == (5 if most == 0 else 7)
    assert Game.objects.count() == 7
