"""A game played by replies over SMTP: five languages, eight mail programs.

Both rotate, so that after forty moves each program has replied in each language. All
quote the answered mail with its legal moves.
"""

import smtplib
from collections.abc import Callable, Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

import pytest
from django.utils import translation

from games.command_language.spelling import spell_command
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, Seat, StoredEvent, User
from games.now import database_now
from notifications.inbox import process
from notifications.mails.blocks.question import number_choices
from notifications.models import IncomingMail, OutgoingMail
from notifications.models.incoming import Fate
from notifications.replies.reply_address import reply_address
from notifications.replies.vocabulary import spell_intent
from notifications.sending.render import message_for
from stoneage_core import autopilot, awaited, notation
from tests.notifications.inbox.test_smtp import client as client
from tests.support.mails import seat_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

LANGUAGES = ("en", "es", "pt-br", "ko", "it")
US = "Stone Age by Mail <stoneage@play.example>"
WROTE = {
    "en": f"On Fri, 20 Nov 2026 at 12:00, {US} wrote:",
    "es": f"El vie, 20 nov 2026 a las 12:00, {US} escribió:",
    "pt-br": f"Em sex., 20 de nov. de 2026 às 12:00, {US} escreveu:",
    "ko": f"2026년 11월 20일 (금) 오후 12:00, {US}님이 작성:",
    "it": f"Il giorno ven 20 nov 2026 alle ore 12:00 {US} ha scritto:",
}
HEAD = f"From: {US}\nSent: Friday, November 20, 2026 12:00\nTo: Ana\nSubject: Turn"


def marked(quote: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in quote.splitlines())


def gmail(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    mail.set_content(f"{said}\n\n{WROTE[language]}\n\n{marked(quote)}\n")
    quoted = escape(quote).replace("\n", "<br>")
    mail.add_alternative(
        f'<div dir="ltr">{escape(said)}</div><br><div class="gmail_quote">'
        f'<div class="gmail_attr">{escape(WROTE[language])}<br></div>'
        f'<blockquote class="gmail_quote">{quoted}</blockquote></div>',
        subtype="html",
    )


def gmail_on_a_phone(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    mail.set_content(f"{said}\n\n{WROTE[language]}\n{marked(quote)}\n", cte="base64")


def outlook(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    mail.set_content(f"{said}\n\n________________________________\n{HEAD}\n\n{quote}\n")


def outlook_of_old(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    parting = "-----Original Message-----"
    mail.set_content(f"{said}\n\n{parting}\n{HEAD}\n\n{quote}\n", cte="base64")


def apple_mail(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    mail.set_content(f"{said}\n\n{marked(WROTE[language])}\n> \n{marked(quote)}\n")


def iphone(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    below = f"{marked(WROTE[language])}\n> \n{marked(quote)}"
    mail.set_content(f"{said}\n\nSent from my iPhone\n\n{below}\n")


def thunderbird(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    """Below the quote, with format=flowed."""
    mail.set_content(f"{WROTE[language]}\n{marked(quote)}\n\n{said}\n\n-- \nAna\n")
    mail.set_param("format", "flowed")


def webmail(mail: EmailMessage, said: str, quote: str, language: str) -> None:
    """Only HTML."""
    quoted = escape(quote).replace("\n", "<br>")
    mail.set_content(
        f"<div>{escape(said)}</div><div><br></div><div>{escape(WROTE[language])}</div>"
        f"<blockquote>{quoted}</blockquote>",
        subtype="html",
    )


PROGRAMS: tuple[Callable[[EmailMessage, str, str, str], None], ...] = (
    *(gmail, gmail_on_a_phone, outlook, outlook_of_old),
    *(apple_mail, iphone, thunderbird, webmail),
)


class AnsweringTable:
    """Two players who each time reply with another program, in another language."""

    def __init__(self, game: Game, door: smtplib.SMTP) -> None:
        self.game, self.door = game, door
        self.answered = 0

    def reply(self, seat: Seat, said: Callable[[], str]) -> IncomingMail:
        """Reply to the latest mail to a seat, and process the reply."""
        program = PROGRAMS[self.answered % len(PROGRAMS)]
        language = LANGUAGES[self.answered % len(LANGUAGES)]
        self.answered += 1
        User.objects.filter(pk=seat.user_id).update(language=language)
        rows = OutgoingMail.objects.select_related("user", "seat", "game__host")
        row = rows.filter(seat=seat, user=seat.user_id).latest("pk")
        now = database_now()
        quoted = message_for(row, now=now, text_only=True)
        OutgoingMail.objects.filter(pk=row.pk).update(
            shown_version=Game.objects.get(pk=self.game.pk).version
        )
        mail = EmailMessage(policy=SMTP)
        mail["From"] = f"Ana <{seat.user.email}>"
        mail["To"] = reply_address(seat, answered=row)
        mail["Subject"] = f"Re: {quoted.subject}"
        mail["Message-ID"] = f"<{self.answered}@players.example>"
        mail["In-Reply-To"] = row.message_id
        with translation.override(language):
            program(mail, said(), str(quoted.body), language)
        self.door.sendmail(seat.user.email, [mail["To"]], mail.as_bytes())
        while process.process_batch(now=database_now()):
            pass
        came = IncomingMail.objects.latest("pk")
        assert came.fate == Fate.DONE, (program.__name__, language, came.results)
        return came


def moves_of(game: Game) -> Iterator[str]:
    """Return the commands that people played, in order."""
    events = StoredEvent.objects.filter(game=game, source="reply").order_by("sequence")
    return iter(events.moves().values_list("command", flat=True))


def test_no_reply_is_misread(
    client: smtplib.SMTP, alice: User, bob: User, now: datetime, is_slow: bool
) -> None:
    """Each reply plays exactly what its writer means, by number or in words."""
    game = create_game(
        host=alice, players=["alice@example.org", "bob@example.org"], now=database_now()
    )
    table, meant = AnsweringTable(game, client), []
    table.reply(seat_of(game, bob), lambda: spell_intent("accept"))
    most = 10_000 if is_slow else len(PROGRAMS) * len(LANGUAGES)
    while len(meant) < most:
        state = positions.state_of(Game.objects.get(pk=game.pk))
        waiting = sorted(awaited(state))
        if not waiting:
            break
        player = waiting[0]
        text = notation.to_text(autopilot.choose(state, player))
        numbers = {each.text: each.number for each in number_choices(state, player)}
        by_number = len(meant) % 2 and text in numbers
        seat = Seat.objects.select_related("user", "game").get(game=game, number=player)
        table.reply(
            seat,
            lambda: str(numbers[text]) if by_number else spell_command(text),  # noqa: B023
        )
        meant.append(text)
    assert list(moves_of(game)) == meant
    assert len(meant) >= 40
