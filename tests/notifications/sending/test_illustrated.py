"""A mail's headers and parts as servers see them."""

from email import message_from_bytes, policy
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from notifications.sending.render import IllustratedMail
from tests.support.standing_time import NOW


def a_mail(subject: str, **options: Any) -> IllustratedMail:
    where = ("a@b.de", ["c@d.de"])
    return IllustratedMail(subject, "text", *where, written_at=NOW, **options)


def test_mail_has_the_given_date() -> None:
    """By the machine's clock an answer could precede the answered mail."""
    sent = a_mail("Done").message()
    assert parsedate_to_datetime(sent["Date"]) == NOW
    assert len(sent.get_all("Date")) == 1


@pytest.mark.parametrize(
    "subject",
    [
        "Done · round 1",
        "Your turn: place people · round 1 · with Ana, Benedict and Christopher",
        "차례예요: 일꾼을 두세요 · 1라운드 · 아나, 벤과 함께하는 석기 시대 게임",
        "x" * 75 + " · é",
        "Nothing but letters of ASCII, and more of them than a line has room for, here",
    ],
)
def test_subject_begins_on_its_first_line(subject: str) -> None:
    """Long non-ASCII subjects began below an empty line, with a visible blank."""
    sent = a_mail(subject).message().as_bytes()
    read = message_from_bytes(sent, policy=policy.default)
    assert read["Subject"] == subject
    lines = sent.partition(b"\nFrom:")[0].split(b"Subject:")[1].splitlines()
    assert all(line.strip() and len(line) < 78 for line in lines)


def test_long_link_begins_on_its_headers_first_line() -> None:
    """It began below an empty line; other headers are folded as before."""
    link = f"<https://{'stone-age.' * 5}example/mail/{'x' * 80}/unsubscribe/turns/>"
    headers = {"List-Unsubscribe": link, "References": f"<{'a' * 50}> <{'b' * 50}>"}
    sent = a_mail("Done", headers=headers).message().as_bytes(linesep="\r\n")
    assert f"\r\nList-Unsubscribe: {link}\r\n".encode() in sent
    read = message_from_bytes(sent, policy=policy.default)
    assert read["List-Unsubscribe"] == link
    assert len(max(sent.partition(b"References")[2].splitlines(), key=len)) < 78


def test_boundaries_are_distinct() -> None:
    mail = a_mail("Done")
    mail.show(b"no picture", content_id="board@a", filename="board.png")
    mail.attach_alternative("<p>--==</p>" * 200, "text/html")
    sent = message_from_bytes(mail.message().as_bytes(), policy=policy.default)
    kinds = [part.get_content_type() for part in sent.walk()]
    parts = ["text/plain", "multipart/related", "text/html", "image/png"]
    assert sorted(kinds) == sorted(["multipart/alternative", "multipart/mixed", *parts])
    boundaries = [part.get_boundary() for part in sent.walk() if part.is_multipart()]
    assert len(set(boundaries)) == 3
    leaves = [part.get_payload() for part in sent.walk() if not part.is_multipart()]
    assert not any(one in leaf for one in boundaries for leaf in leaves)
