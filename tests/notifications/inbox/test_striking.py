"""Words of others are struck, whatever their mails do to the worker that tries."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from games import services
from games.models import Game, User
from notifications import tasks
from notifications.inbox import forgetting, process
from notifications.mail_text.parse import letter_of
from notifications.models import IncomingMail, Reading, Striking
from notifications.models.incoming import GIVEN_UP
from tests.notifications.inbox.conftest import Receive, a_mail

NAME, PARTICLE = "민수", "가"
QUOTE = f"board\n\n> {NAME}{PARTICLE} sent\n"
THE_END = "more than any parser takes"
DEADLY = f"{QUOTE}> {THE_END}\n"


class Killed(BaseException):
    """What nothing in a worker catches."""


@pytest.fixture
def minsu(two_player_game: Game, bob: User) -> User:
    """Bob, by the name that he has at Alice's table."""
    return services.user_update(user=bob, name=NAME)


@pytest.fixture
def _deadly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever parses the body of a deadly mail die."""
    for name in ("letter_of", "without"):
        parse = getattr(forgetting, name)
        monkeypatch.setattr(forgetting, name, partial(survive, parse))


def survive(parse: Callable[..., object], source: bytes, *rest: object) -> object:
    if THE_END.encode() in source:
        raise Killed
    return parse(source, *rest)


def text_of(mail: IncomingMail) -> str:
    mail.refresh_from_db()
    return letter_of(bytes(mail.source)).text


def test_a_name_goes_with_a_particle_behind_it(
    take: Receive, minsu: User, now: datetime
) -> None:
    (mail,) = take(a_mail(QUOTE))
    process.process_batch(now=now)
    services.user_forget(user=minsu, now=now)
    tasks.read_incoming_mails()
    assert f"> […]{PARTICLE} sent" in text_of(mail)


@pytest.mark.usefixtures("_deadly")
def test_a_mail_that_was_given_up_is_not_read(
    take: Receive, minsu: User, now: datetime
) -> None:
    (mail,) = take(a_mail(DEADLY, subject=f"Re: {NAME} and you"))
    IncomingMail.objects.update(attempts=process.MOST_ATTEMPTS)
    process.process_batch(now=now)
    services.user_forget(user=minsu, now=now)
    forgetting.strike_all(now=now)
    assert not Striking.objects.exists()
    mail.refresh_from_db()
    assert mail.subject == "Re: […] and you"
    letter = letter_of(bytes(mail.source))
    assert (letter.text, letter.subject) == ("", "Re: […] and you")
    assert letter.sender == "alice@example.org"
    assert process.process_again(IncomingMail.objects.all(), now=now) == 0


def test_a_mail_that_is_read_again_at_that_moment_is_whole(
    take: Receive, minsu: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mail,) = take(a_mail(QUOTE))
    why = GIVEN_UP.format(count=process.MOST_ATTEMPTS, error="RuntimeError")
    IncomingMail.objects.update(reading=Reading.IGNORED, why=why)
    services.user_forget(user=minsu, now=now)

    def reopened(held: IncomingMail, now: datetime) -> bool:
        return process.process_again(IncomingMail.objects.all(), now=now) == 1

    monkeypatch.setattr(forgetting, "_is_settled", reopened)
    forgetting.strike_all(now=now)
    assert f"> {NAME}{PARTICLE} sent" in text_of(mail)
    assert Striking.objects.get().mails == [mail.pk]


@pytest.mark.usefixtures("_deadly")
def test_a_mail_that_waits_is_not_read_before_its_time(
    take: Receive, minsu: User, now: datetime
) -> None:
    take(a_mail(DEADLY))
    services.user_forget(user=minsu, now=now)
    forgetting.strike_all(now=now)
    assert Striking.objects.exists()


@pytest.mark.usefixtures("_deadly")
def test_what_takes_a_worker_down_does_so_once(
    take: Receive, minsu: User, now: datetime
) -> None:
    texts = enumerate((QUOTE, DEADLY, QUOTE))
    sent = [take(a_mail(text, message_id=f"<{n}@x>"))[0] for n, text in texts]
    IncomingMail.objects.update(reading=Reading.DONE, read_at=now)
    services.user_forget(user=minsu, now=now)
    with pytest.raises(Killed):
        forgetting.strike_all(now=now)
    forgetting.strike_all(now=now)  # as another worker does: that one may be alive
    assert Striking.objects.get().mails == [mail.pk for mail in sent[1:]]
    forgetting.strike_all(now=now + forgetting.LEASE)
    assert not Striking.objects.exists()
    before, deadly, after = (text_of(mail) for mail in sent)
    assert deadly == ""
    assert before == after == QUOTE.replace(NAME, "[…]").rstrip()
