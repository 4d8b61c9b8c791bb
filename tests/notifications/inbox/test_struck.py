"""Words are struck out of a mail, however it is encoded; what it is stays."""

from email.message import EmailMessage
from email.policy import SMTP

from notifications.mail_text.parse import letter_of
from notifications.inbox.struck import without

NAME = "Zoë Ñandú"


def strike(text: str) -> str:
    return text.replace(NAME, "[…]")


def a_mail(**headers: str) -> bytes:
    """Return a mail full of a name, as its writer's program encodes it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = "Alice <alice@example.org>"
    message["Subject"] = f"Re: {NAME} has moved"
    message["Message-ID"] = "<one@example.org>"
    message["In-Reply-To"] = "<turn@stoneage.example>"
    message["X-Thread"] = NAME
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(f"hut\n\n> {NAME} was here\n", cte="base64")
    message.add_alternative(f"<p>hut</p><p>{NAME}</p>", subtype="html")
    return message.as_bytes()


def test_words_go_and_the_mail_stays() -> None:
    before, source = letter_of(a_mail()), without(a_mail(), strike)
    after = letter_of(source)
    assert after.text == strike(before.text)
    assert "[…] was here" in after.text
    assert after.subject == "Re: […] has moved"
    assert after.own_lines == before.own_lines == ("hut",)
    assert (after.message_id, after.sender) == (before.message_id, before.sender)
    assert after.answers == before.answers
    assert NAME not in source.decode()


def test_a_machine_stays_a_machine() -> None:
    for name, value in (
        *(("Auto_Submitted", "auto-replied"), ("Precedence", "bulk")),
        *(("List_Post", "<mailto:a@b.example>"), ("X_Autoreply", "yes")),
    ):
        assert letter_of(without(a_mail(**{name: value}), strike)).is_automatic


def test_a_header_that_holds_a_word_goes() -> None:
    source = a_mail(Return_Path="<zoe@example.org>")
    struck = without(source, lambda text: text.replace("zoe", "[…]"))
    assert b"Return-Path" not in struck


def test_what_is_broken_stays_so() -> None:
    broken = b"\xff\x00\r\n\r\n\xff"
    assert letter_of(without(broken, strike)).text == letter_of(broken).text
