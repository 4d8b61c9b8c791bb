"""Answers by email to questions of the staff."""

from datetime import datetime

from games.errors import Refused
from games.presentation.error_text import error_sentence
from games.talk.case_talk import answer_case
from notifications.mail_text.parse import ParsedMail
from notifications.models import IncomingMail, Kind, Reading
from notifications.models.incoming import Fate
from notifications.replies.answers import set_aside


def answers_question(mail: IncomingMail) -> bool:
    return mail.replies_to is not None and mail.replies_to.kind == Kind.CASE_QUESTION


def take_answer(mail: IncomingMail, parsed: ParsedMail, now: datetime) -> None:
    """Pass on what a person answered. If the case is closed, the mail is set aside."""
    assert mail.user is not None
    assert mail.replies_to is not None
    act = mail.replies_to.act
    assert act is not None
    assert act.case is not None
    text = "\n".join(parsed.own_lines)
    try:
        answer_case(case=act.case, user=mail.user, text=text, now=now)
    except Refused as refusal:
        set_aside(mail, error_sentence(refusal), now=now)
        return
    mail.reading, mail.fate, mail.read_at = Reading.DONE, Fate.DONE, now
    mail.save(update_fields=["reading", "fate", "read_at"])
