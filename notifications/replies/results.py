"""The results of a reply, line by line, as the row of the incoming mail keeps them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.models import IncomingMail, Reading
from notifications.models.incoming import Fate


class LineStatus(TextChoices):
    """The status of a line."""

    DONE = "done", gettext_lazy("done")
    FAILED = "failed", gettext_lazy("not done")
    #: It may mean something, and its player was asked whether it does.
    ASKED = "asked", gettext_lazy("not sure")
    UNTRIED = "untried", gettext_lazy("not tried")
    #: Beneath what was done, and without any word of a command: a name, for example.
    PASSED = "passed", gettext_lazy("not understood")
    #: It waits for its player to confirm it.
    PENDING = "pending", gettext_lazy("waits")


@dataclass(frozen=True)
class LineResult:
    """
    A line and what became of it.

    ``words`` say what was done, or why it was not. After what changed the position,
    ``version`` is the one on which the next line goes on. ``intent`` names what was
    asked for, and ``seat`` is the id of whose it is, if that is known. Where the
    question was whether one command is meant, ``suggestion`` is that, and ``version``
    the one that it was asked about.
    """

    line: str
    status: LineStatus
    words: str = ""
    version: int | None = None
    intent: str = ""
    seat: int | None = None
    suggestion: str = ""


def results_of(mail: IncomingMail) -> list[LineResult]:
    """Return what became of a mail's lines so far."""
    return [
        LineResult(**row | {"status": LineStatus(row["status"])})
        for row in mail.results
    ]


def results_to_tell(mail: IncomingMail | None) -> list[LineResult]:
    """Return what an answer tells: what was passed over only if it ended the rest."""
    results = [] if mail is None else results_of(mail)
    if any(result.status is LineStatus.UNTRIED for result in results):
        return results
    return [each for each in results if each.status is not LineStatus.PASSED]


def fate_of(reading: Reading, results: Sequence[LineResult]) -> Fate:
    """
    Return what became of a mail as a whole.

    Who wrote nothing that could be done, nor anything else, was asked what they want.
    """
    statuses = {result.status for result in results}
    if reading == Reading.PENDING or LineStatus.ASKED in statuses or not results:
        return Fate.ASKED
    return Fate.DONE if LineStatus.DONE in statuses else Fate.REFUSED


def save_results(mail: IncomingMail, results: Sequence[LineResult]) -> None:
    """Keep what became of a mail's lines, along with how far it got."""
    mail.results = [asdict(result) for result in results]
    mail.save(update_fields=["results", "reading", "fate", "read_at"])


def why_unverified(mail: IncomingMail) -> str:
    """Say why nobody knows whether a mail is its player's, and where it came from."""
    assert mail.user is not None
    if mail.is_from_player:
        return _("Your email provider didn’t confirm that it’s from you.")
    if not mail.sender:
        return _("It doesn’t say which address it came from.")
    return _("It came from another address: %(sender)s.") % {"sender": mail.sender}
