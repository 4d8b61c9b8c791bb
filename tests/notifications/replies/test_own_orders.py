"""Orders by mail, in the player's language."""

from datetime import datetime

import pytest

from games.models import Game, SeatOrders, User
from games.table.orders_form import orders_delay
from tests.notifications.replies.conftest import Reply, fates, words
from tests.support.mails import Send

EXAMPLES = {
    "es": "órdenes cabaña, campo; comprar 2 madera ladrillo; alimentar madera",
    "pt-br": "ordens cabana, campo; comprar 2 lenha tijolo; alimentar lenha",
    "it": "ordini capanna, campo di grano; compra 2 legno argilla; sfama legno",
    "ko": "예약 명령 오두막, 경작지; 2 나무 벽돌 구매; 나무 먹이기",
}


@pytest.fixture(params=EXAMPLES)
def language(request: pytest.FixtureRequest, bob: User) -> str:
    User.objects.filter(pk=bob.pk).update(language=request.param)
    return str(request.param)


def test_example_of_the_help_is_understood(
    two_player_game: Game,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
    language: str,
) -> None:
    reply(two_player_game, bob, "help")
    (message,) = [each for each in send(now) if EXAMPLES[language] in str(each.body)]
    assert message.to == [bob.email]
    assert fates(reply(two_player_game, bob, EXAMPLES[language])) == ["done"]
    text = "hut, field\nbuy 2 wood brick\nfeed wood"
    assert SeatOrders.objects.get().text == text


def test_english_is_understood_too(
    two_player_game: Game, bob: User, reply: Reply, language: str
) -> None:
    typed = "orders place hut else forest 3; tools gain"
    assert fates(reply(two_player_game, bob, typed)) == ["done"]
    assert SeatOrders.objects.get().text == "hut, forest 3\ntools gain"


@pytest.mark.parametrize(
    ("language", "line", "text"),
    [
        (
            "es",
            "órdenes: coloca cabaña, campo; sin herramientas; paso hambre",
            "hut, field\nno tools\ngo hungry",
        ),
        (
            "ko",
            "예약 명령: 오두막 아니면 숲에 3명 배치； 도구 없이; 굶기",  # noqa: RUF001
            "hut, forest 3\nno tools\ngo hungry",
        ),
        (
            "it",
            "ordini 1. metti foresta 3; 2. metti cava 2",
            "forest 3\nquarry 2",
        ),
    ],
    indirect=["language"],
)
def test_several_orders_may_share_a_line(
    two_player_game: Game, bob: User, reply: Reply, language: str, line: str, text: str
) -> None:
    assert fates(reply(two_player_game, bob, line)) == ["done"]
    assert SeatOrders.objects.get().text == text


@pytest.mark.parametrize(
    ("language", "line", "why"),
    [
        (
            "es",
            "órdenes colocar cabaña; bailar",
            "«bailar» no es una orden",
        ),
        ("ko", "예약 명령 오두막 배치; 춤추기", "“춤추기” – 모르는 명령이에요"),
    ],
    indirect=["language"],
)
def test_invalid_order_is_refused(
    two_player_game: Game, bob: User, reply: Reply, language: str, line: str, why: str
) -> None:
    mail = reply(two_player_game, bob, line)
    assert fates(mail) == ["failed"]
    assert why in words(mail)
    assert not SeatOrders.objects.exists()


def test_answer_lists_all_orders_that_hold(
    two_player_game: Game, bob: User, reply: Reply
) -> None:
    reply(two_player_game, bob, "orders forest 3; tools gain")
    mail = reply(two_player_game, bob, "orders hut, field; no tools")
    assert "“hut, field; no tools”" in words(mail)
    assert orders_delay() in words(mail)
    assert SeatOrders.objects.get().text == "hut, field\nno tools"


@pytest.mark.parametrize("language", ["es"], indirect=True)
def test_answer_lists_orders_in_the_language_of_the_reader(
    two_player_game: Game, bob: User, reply: Reply, language: str
) -> None:
    mail = reply(two_player_game, bob, "órdenes cabaña, campo; sin herramientas")
    assert "«cabaña, campo; sin herramientas»" in words(mail)
    assert "10 minutos" in words(mail)


def test_empty_orders_are_refused(
    two_player_game: Game, bob: User, reply: Reply
) -> None:
    mail = reply(two_player_game, bob, "orders # later; place hut")
    assert fates(mail) == ["done"]
    assert not SeatOrders.objects.exists()
