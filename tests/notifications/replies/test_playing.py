"""Commands in a mail are carried out in order, up to the first that fails."""

import json
from datetime import datetime, timedelta

import pytest

from games.log import positions
from games.models import Game, StoredEvent, User
from notifications.mails.blocks.question import number_choices
from notifications.models import Reading
from notifications.replies import errors
from stoneage_core import awaited
from stoneage_core.match.state import Source
from tests.notifications.replies.conftest import Reply, fates, shown, the_answer, words
from tests.support.mails import seat_of
from tests.support.play import everything, submit

MOMENT = timedelta(seconds=1)


def commands(game: Game, player: int) -> list[str]:
    made = StoredEvent.objects.filter(game=game, decided_by=player).moves()
    return list(made.order_by("sequence").values_list("command", flat=True))


def fresh_game(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_command_is_played(two_player_game: Game, alice: User, reply: Reply) -> None:
    mail = reply(two_player_game, alice, "forest 3")
    assert fates(mail) == ["done"]
    assert commands(two_player_game, 0) == ["forest 3"]
    made = StoredEvent.objects.get(game=two_player_game, command="forest 3")
    assert made.source == Source.REPLY
    assert mail.reading == Reading.DONE
    assert mail.read_at is not None


def test_reply_to_a_lost_mail_plays_nothing(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    """After a restore we do not know what its writer saw."""
    before = everything(two_player_game)
    for text in ("1", "forest 3", "yes", "undo"):
        mail = reply(two_player_game, alice, text, answers_lost=True)
        assert fates(mail) == ["failed"], text
        assert "We no longer have the email you answered" in words(mail, 0)
    assert everything(two_player_game) == before
    asked = reply(two_player_game, alice, "board", answers_lost=True)
    assert fates(asked) == ["done"]


def test_failing_command_stops_the_mail(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "forest 3\nhut\nfield")
    assert fates(mail) == ["done", "failed", "untried"]
    assert "isn’t your turn" in words(mail, 1)
    assert commands(two_player_game, 0) == ["forest 3"]


def test_unclear_line_is_not_guessed(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    before = everything(two_player_game)
    mail = reply(two_player_game, alice, "I think the forest is best\nforest 3")
    assert fates(mail) == ["asked", "untried"]
    assert everything(two_player_game) == before


def test_greetings_are_skipped(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "Hi!\n\nforest 3\nThanks a lot, Alice")
    assert fates(mail) == ["done"]


def test_illegal_command_gets_a_reason(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "forest 9")
    assert fates(mail) == ["failed"]
    assert words(mail).endswith(".")
    assert commands(two_player_game, 0) == []


def test_number_refers_to_the_answered_mail(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = shown(seat_of(two_player_game, alice))
    choices = number_choices(positions.state_of(fresh_game(two_player_game)), 0)
    reply(two_player_game, alice, "4", answers=mail)
    assert commands(two_player_game, 0) == [choices[3].text]


@pytest.mark.parametrize("number", ["0", "999"])
def test_invalid_number_is_refused(
    two_player_game: Game, alice: User, reply: Reply, number: str
) -> None:
    mail = reply(
        two_player_game, alice, number, answers=shown(seat_of(two_player_game, alice))
    )
    assert fates(mail) == ["failed"]
    assert "from 1 to" in words(mail)


def test_number_without_a_list_is_refused(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "2")
    assert fates(mail) == ["failed"]
    assert "which list" in words(mail)


def test_number_and_words_must_agree(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    choices = number_choices(positions.state_of(fresh_game(two_player_game)), 0)
    wrong = reply(two_player_game, alice, f"2. {choices[2].text}", answers=answered)
    assert fates(wrong) == ["failed"]
    assert commands(two_player_game, 0) == []
    right = reply(
        two_player_game,
        alice,
        f"3. {choices[2].text}: {choices[2].label}",
        answers=answered,
    )
    assert fates(right) == ["done"]


def test_reply_to_an_earlier_position_is_stale(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    submit(two_player_game, 0, "hut", now=now)
    before = everything(two_player_game)
    mail = reply(two_player_game, alice, "forest 3\n2", answers=answered)
    assert fates(mail) == ["failed", "untried"]
    assert "moved on since" in words(mail)
    assert everything(two_player_game) == before


def test_reply_is_stale_even_if_the_same_player_is_to_decide_again(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    submit(two_player_game, 0, "hut", now=now)
    submit(two_player_game, 1, "field", now=now)
    before = everything(two_player_game)
    mail = reply(two_player_game, alice, "1", answers=answered)
    assert fates(mail) == ["failed"]
    assert everything(two_player_game) == before


def test_reply_to_a_mail_without_question_is_stale_later(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """Bob answers a mail from before his turn, and may not know the question."""
    mail = shown(seat_of(two_player_game, alice))
    mail.pk, mail.dedupe_key, mail.message_id = None, "bob", "<bob@localhost>"
    mail.user, mail.seat = bob, seat_of(two_player_game, bob)
    mail.save()
    submit(two_player_game, 0, "hut", now=now)
    before = everything(two_player_game)
    answer = reply(two_player_game, bob, "forest 2", answers=mail)
    assert fates(answer) == ["failed"]
    assert everything(two_player_game) == before
    assert fates(reply(two_player_game, bob, "forest 2")) == ["done"]  # a new mail


def test_numbers_of_another_players_mail_are_refused(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    answered = shown(seat_of(two_player_game, alice))
    submit(two_player_game, 0, "hut", now=now)
    mail = reply(two_player_game, bob, "2", answers=answered)
    assert fates(mail) == ["failed"]
    assert commands(two_player_game, 1) == []


def test_number_of_lines_is_limited(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "board\n" * 60)
    assert fates(mail) == ["done"] * 40 + ["failed"] + ["untried"] * 19


def test_several_uses_are_played_in_a_row(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    game = two_player_game
    for player, text in [
        (0, "hut"), (1, "field"), (0, "hunting grounds 2"), (1, "forest 4"),
        (0, "river 1"),
    ]:  # fmt: skip
        submit(game, player, text, now=now)
    assert awaited(positions.state_of(fresh_game(game))) == {0}
    mail = reply(
        game, alice, "use hut\nuse river\nforest 1",
        answers=shown(seat_of(game, alice)),
    )  # fmt: skip
    assert fates(mail)[:2] == ["done", "done"], mail.results
    assert fates(mail)[2] == "failed"
    assert commands(game, 0)[-2:] == ["use hut", "use river"]


def test_answer_is_posted_once(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "forest 3")
    answer = the_answer(mail)
    assert answer.user == alice
    assert answer.incoming == mail


def test_refusals_are_sentences() -> None:
    shared = (errors.SEAT_REASSIGNED, errors.TOO_MANY_LINES, errors.ANSWERS_QUESTION)
    assert all(str(sentence).endswith(".") for sentence in shared)


def test_reply_after_the_seat_changed_hands_is_refused(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    from notifications.replies.handle import handle_reply
    from tests.notifications.replies.conftest import fresh, incoming, typed

    seat = seat_of(two_player_game, alice)
    mail = incoming(seat, now)
    type(seat).objects.filter(pk=seat.pk).update(user=None)
    handle_reply(fresh(mail), typed("forest 3"), now)
    assert fresh(mail).reading == Reading.IGNORED


def test_log_refers_to_the_mail_behind_a_decision(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "forest 3")
    made = StoredEvent.objects.get(game=two_player_game, command="forest 3")
    told = StoredEvent.objects.get(
        game=two_player_game, sequence=made.sequence - 1, type="ReplyReceived"
    )
    said = json.loads(told.data)
    assert (said["player"], said["digest"]) == (0, mail.digest)
    assert said["is_signed"] is False
    assert told.recorded_at == made.recorded_at


def test_mail_without_effect_leaves_no_event(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    reply(two_player_game, alice, "hunt 9")
    told = StoredEvent.objects.filter(game=two_player_game, type="ReplyReceived")
    assert not told.exists()
