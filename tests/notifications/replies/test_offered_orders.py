"""A mail offers a line that orders the next placement, and the line works."""

import re
from datetime import datetime

import pytest

from games.models import Game, SeatOrders, User
from notifications.models import Kind
from stoneage_core import orders
from tests.notifications.replies.conftest import Reply, answers
from tests.support.mails import Send, html_of, mails, seat_of

#: The text in quotation marks, in any language, that begins an order to place.
OFFERED = re.compile(r"[“«]([^”»]*(?:,|，| )[^”»]*)[”»]")  # noqa: RUF001


@pytest.mark.parametrize("language", ["en", "es", "pt-br", "ko", "it"])
def test_offered_line_sets_the_order(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    language: str,
) -> None:
    """After a placement it is kept as an order with one alternative."""
    User.objects.filter(pk=alice.pk).update(language=language)
    (message,) = [one for one in send(now) if one.to == [alice.email]]
    text = " ".join(str(message.body).split())
    line = OFFERED.findall(text)[-1]
    assert line in " ".join(html_of(message).split())
    asked = mails(Kind.YOUR_TURN, alice)[0]
    mail = reply(two_player_game, alice, f"forest 2\n\n{line}", answers=asked)
    assert [step["status"] for step in mail.results] == ["done", "done"], line
    (step,) = orders.parse(SeatOrders.objects.get().text)
    assert len(step) == 2


def test_answer_offers_orders_until_there_are_some(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    offer = "To plan ahead, add a line below: “orders "
    first = reply(two_player_game, alice, "forest 2")
    (message,) = answers(send(now))
    assert offer in " ".join(str(message.body).split())
    assert first.results[0]["status"] == "done"
    reply(two_player_game, alice, "orders place hut")
    *_, message = answers(send(now))
    assert offer not in " ".join(str(message.body).split())
    assert SeatOrders.objects.get(seat=seat_of(two_player_game, alice))
