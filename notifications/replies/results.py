"""The results of a reply line by line, as stored with the incoming mail."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.models import IncomingMail, Reading
from notifications.models.incoming import Fate


class LineStatus(TextChoices):
    DONE = "done", gettext_lazy("done")
    FAILED = "failed", gettext_lazy("not done")
    #: The line is unclear, and its player was asked what it means.
    ASKED = "asked", gettext_lazy("not sure")
    UNTRIED = "untried", gettext_lazy("not tried")
    #: It has no word of a command and follows a line that was done, like a signature.
    PASSED = "passed", gettext_lazy("not understood")
    #: It is a sentence to people, which its writer can have posted at the table.
    OFFERED = "offered", gettext_lazy("not passed on")
    #: It waits for its player's confirmation.
    PENDING = "pending", gettext_lazy("waits")


@dataclass(frozen=True)
class LineResult:
    """
    A line and its result. ``words`` say what was done, or why it was not. ``intent``
    names what was asked for and ``seat`` is the id of the seat it was for, if known.
    ``version`` is the game's version after the line changed the position; the next line
    continues from it. If we asked whether one command was meant, ``suggestion`` is that
    command, and ``version`` is the position we asked about.
    """

    line: str
    status: LineStatus
    words: str = ""
    version: int | None = None
    intent: str = ""
    seat: int | None = None
    suggestion: str = ""


def results_of(mail: IncomingMail) -> list[LineResult]:
    return [
        LineResult(**row | {"status": LineStatus(row["status"])})
        for row in mail.results
    ]


def results_to_report(mail: IncomingMail | None) -> list[LineResult]:
    """Return the results to report; skipped lines only before untried ones."""
    results = [] if mail is None else results_of(mail)
    if any(result.status is LineStatus.UNTRIED for result in results):
        return results
    return [each for each in results if each.status is not LineStatus.PASSED]


def record_results(
    mail: IncomingMail,
    reading: Reading,
    results: Sequence[LineResult],
    *,
    now: datetime,
) -> None:
    """
    A mail without any lines has the fate ASKED: its answer asks what the player wants.
    """
    statuses = {result.status for result in results}
    if reading == Reading.PENDING or LineStatus.ASKED in statuses or not results:
        mail.fate = Fate.ASKED
    else:
        mail.fate = Fate.DONE if LineStatus.DONE in statuses else Fate.REFUSED
    mail.reading, mail.read_at = reading, now
    mail.results = [asdict(result) for result in results]
    mail.save(update_fields=["results", "reading", "fate", "read_at"])


def why_unverified(mail: IncomingMail) -> str:
    assert mail.user is not None
    if mail.is_from_player:
        return _("Your email provider didn’t confirm that it’s from you.")
    if not mail.sender:
        return _("It doesn’t say which address it came from.")
    return _("It came from another address: %(sender)s.") % {"sender": mail.sender}
