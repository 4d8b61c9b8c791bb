"""Requests, plans and moves in everyday words."""

from datetime import date, datetime, timedelta

import pytest

from games.log import positions
from games.models import Game, SeatOrders, StoredEvent, User
from notifications.models import Kind
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import (
    Intent,
    PerhapsAway,
    Plan,
    Simple,
    Unclear,
    spell_intent,
)
from stoneage_core.time_control import LONGEST_TAKEBACK
from tests.notifications.replies.conftest import (
    Reply,
    fates,
    shown,
    steps,
    the_answer,
    words,
)
from tests.support.mails import seat_of
from tests.support.play import submit
from tests.support.positions import legal_texts

TODAY = date(2026, 11, 20)
SECOND = timedelta(seconds=1)

UNDO, SCORE, GOODS, SAME = map(Simple, ("undo", "score", "goods", "same"))


def moves() -> list[str]:
    rows = StoredEvent.objects.moves().order_by("pk")
    return list(rows.values_list("command", flat=True))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I accept. Thanks Ann!"),
        ("en", "Yes please, I'd love to join"),
        ("en", "Hi Ann! Sorry for the late answer, count me in."),
        ("es", "Hola, acepto con gusto. Gracias por la invitación."),
        ("es", "¡Hola Eva! Claro que sí, me apunto. ¡Te voy a ganar!"),
        ("it", "Ciao Ada! Volentieri, ci sto. A presto!"),
        ("pt-br", "Oi, aceito com prazer!"),
        ("de", "Hallo Ann! Ja gerne, ich bin dabei. Viele Grüße"),
        ("ko", "안녕하세요! 네, 참가할게요. 감사합니다"),
    ],
)
def test_invitation_is_accepted_among_other_words(language: str, line: str) -> None:
    assert parse_line(line, language, today=TODAY) == Simple("accept")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("en", line) for line in (
            "I accept, if Bob plays too", "I'm in, but only next week", "I'm in Berlin",
            "I'm in. No, wait, I'm not", "I'm in. Just kidding", "I'm in, later",
            "Bob says: I'm in", "count me in or out", "I'm in? Really?",
            "I'm in trouble. Sorry", "If I accept. Thanks", "accept “Sesame, open!”",
            "accept. decline.", "I'm in. Count me out", "I accept nothing. Thanks",
        )),
        ("es", "acepto, pero otro día"), ("es", "no acepto. Gracias"),
        ("it", "ci sto, se gioca anche Bob"), ("de", "ich bin dabei, wenn ich kann"),
        ("pt-br", "aceito, mas só amanhã"), ("ko", "참가할게요, 아니요"),
    ],
)  # fmt: skip
def test_limited_or_revoked_acceptance_joins_no_game(language: str, line: str) -> None:
    assert parse_line(line, language, today=TODAY) != Simple("accept")


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "scrap my last move please", UNDO),
        ("en", "can I take that back?", UNDO),
        ("es", "volvé atrás por favor", UNDO),
        ("es", "anulá eso", UNDO),
        ("pt-br", "cancela a jogada anterior", UNDO),
        ("it", "si può tornare alla mossa di prima?", UNDO),
        ("it", "cancella l'ultima mossa", UNDO),
        ("ko", "한 수 되돌려 주세요", UNDO),
        ("de", "nimm meinen letzten Zug zurück", UNDO),
        ("en", "who is winning?", SCORE),
        ("es", "¿quién va ganando?", SCORE),
        ("ko", "누가 이기고 있어요?", SCORE),
        ("de", "wer gewinnt gerade?", SCORE),
        ("en", "how much do I have?", GOODS),
        ("pt-br", "quanto eu tenho?", GOODS),
        ("en", "Same again, thanks", SAME),
        ("it", "come l'ultima volta", SAME),
        ("de", "das Gleiche wie letztes Mal bitte", SAME),
        ("en", "If the forest is taken, then clay", Plan("forest 3, clay pit 3")),
        ("en", "hut, otherwise field", Plan("hut, field")),
        ("en", "forest 3 if possible", Plan("forest 3")),
        ("es", "si el bosque está ocupado, 2 al río", Plan("forest 3, river 2")),
        (
            "es",
            "Si la cantera está llena, entonces al río con dos",
            Plan("quarry 3, river 2"),
        ),
        (
            "en",
            "if the quarry is full, the river with 2 people",
            Plan("quarry 3, river 2"),
        ),
        ("de", "wenn der Wald voll ist, Fluss mit zwei", Plan("forest 3, river 2")),
        ("ko", "숲이 차 있으면 강 2명", Plan("forest 3, river 2")),
        ("it", "se la capanna è occupata, allora campo", Plan("hut, field")),
    ],
)
def test_everyday_words_are_understood(language: str, line: str, meant: Intent) -> None:
    assert parse_line(line, language, today=TODAY) == meant


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "don't take that back"),
        ("en", "take that"),
        ("en", "hut or field"),
        ("en", "if Bob agrees, forest 3"),
        ("it", "torno lunedì"),
    ],
)
def test_similar_words_are_not(language: str, line: str) -> None:
    intent = parse_line(line, language, today=TODAY)
    assert isinstance(intent, Unclear | PerhapsAway)


def test_scores_and_goods_are_told(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    score = reply(two_player_game, alice, "who is winning?")
    assert fates(score) == ["done"]
    assert alice.name in words(score)
    goods = reply(two_player_game, alice, "how much do I have?")
    assert fates(goods) == ["done"]
    assert "12" in words(goods), "everybody begins with twelve food"


def test_same_again_repeats_the_latest_possible_move(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 1", now=now)
    submit(two_player_game, 0, "hunting grounds 1", now=now)
    submit(two_player_game, 1, "quarry 1", now=now)
    # She has people in the forest and at the hunt, so neither is possible again.
    assert fates(reply(two_player_game, alice, "same as last time")) == ["failed"]


def test_reply_can_take_back_for_ten_minutes(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    """The page has less time, because it shows at once what was played."""
    window = two_player_game.time_control.takeback_window
    assert window < LONGEST_TAKEBACK
    reply(two_player_game, alice, "forest 3")
    late = now + timedelta(seconds=window) + SECOND
    assert fates(reply(two_player_game, alice, "undo", at=late)) == ["done"]
    reply(two_player_game, alice, "forest 2", at=late)
    later = late + timedelta(seconds=LONGEST_TAKEBACK) + SECOND
    assert fates(reply(two_player_game, alice, "undo", at=later)) == ["failed"]


def test_nobody_takes_back_after_the_next_player_has_decided(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    reply(two_player_game, alice, "forest 3")
    submit(two_player_game, 1, "hut", now=now)
    assert fates(reply(two_player_game, alice, "scrap my last move")) == ["failed"]


def test_uncertain_undo_is_asked_about(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    reply(two_player_game, alice, "forest 3")
    asked = reply(two_player_game, alice, "hmpf, fat fingers - undo my last move")
    (step,) = steps(asked)
    assert (step.status.value, step.suggestion) == ("asked", "undo")
    said = reply(two_player_game, alice, "yes", answers=the_answer(asked))
    assert fates(said) == ["done"]


def test_plan_becomes_orders_after_a_yes(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    asked = reply(two_player_game, alice, "if the forest is full, then hut")
    (step,) = steps(asked)
    assert step.status.value == "asked"
    assert spell_intent("yes") in words(asked)
    assert not SeatOrders.objects.exists()
    said = reply(two_player_game, alice, "yes", answers=the_answer(asked))
    assert fates(said) == ["done"]
    assert SeatOrders.objects.get().text == "forest 3, hut"


def test_plan_is_dropped_after_a_no(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    asked = reply(two_player_game, alice, "hut, otherwise field")
    said = reply(two_player_game, alice, "no", answers=the_answer(asked))
    assert fates(said) == ["done"]
    assert not SeatOrders.objects.exists()
    assert moves() == []


@pytest.mark.parametrize(
    "line",
    [
        "my move: forest 3",
        "Going with forest 3 this time",
        "forest 3, sorry for the wait",
        "three of us to the forest please, good luck everyone",
    ],
)
def test_clear_move_is_played_and_can_be_taken_back(
    two_player_game: Game, alice: User, reply: Reply, line: str
) -> None:
    played = reply(two_player_game, alice, line)
    assert (fates(played), moves()) == (["done"], ["forest 3"])
    assert "forest 3" in words(played)
    assert f"“{spell_intent('undo')}”" in words(played)
    said = reply(two_player_game, alice, "undo", answers=the_answer(played))
    assert fates(said) == ["done"]


def test_number_in_a_sentence_is_that_of_the_answered_mail(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    turn = shown(seat_of(two_player_game, alice), Kind.YOUR_TURN)
    played = reply(two_player_game, alice, "8 it is, thanks for waiting", answers=turn)
    assert (fates(played), moves()) == (["done"], ["forest 3"])


def test_number_without_a_list_is_asked_about(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    asked = reply(two_player_game, alice, "8 it is, thanks for waiting")
    assert (fates(asked), moves()) == (["asked"], [])


def test_clear_move_is_asked_about_if_it_rolls_dice(
    buying_game: Game, alice: User, reply: Reply
) -> None:
    before = moves()
    asked = reply(buying_game, alice, "my move: let's roll the forest")
    (step,) = steps(asked)
    assert (step.status.value, step.suggestion) == ("asked", "use forest")
    assert moves() == before


def test_payment_that_the_mail_does_not_list_is_found(
    hungry_game: Game, alice: User, reply: Reply
) -> None:
    """Emails list only some of many payments."""
    legal = legal_texts(positions.state_of(hungry_game), 0)
    paid = max(
        text for text in legal if text.startswith("feed") and text.count(" ") == 2
    )
    kind, count = paid.removeprefix("feed ").split()
    mail = reply(hungry_game, alice, f"let's give them {count} {kind} to eat, cheers")
    (step,) = steps(mail)
    assert paid in (step.suggestion, moves()[-1])
