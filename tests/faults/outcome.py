"""The result of a trial, a row of the table in docs/faults.md."""

from dataclasses import dataclass, field
from textwrap import shorten

from tests.faults.audit import Audit
from tests.faults.players import Account
from tests.support.dated_table import DatedRow

COLUMNS = (
    "What was broken",
    "How often",
    "What `/healthz` said, and after how many seconds",
    "Log: lines, kB",
    "All well again after (s)",
    "Moves accepted",
    "Lost",
    "Doubled",
    "Response time: 99 %, slowest (s)",
    "Turns without an email",
    "Emails",
    "Unseen",
    "Sent twice, and why",
    "Notes",
)
#: How much of a sentence of /healthz is quoted.
QUOTED = 90


@dataclass(frozen=True)
class FaultOutcome:
    """The result of a trial; ``wrong`` has a sentence for each thing that failed."""

    what: str
    how_often: int
    account: Account
    audit: Audit
    said: str = ""
    noticed_after: float = 0.0
    lines: int = 0
    bytes: int = 0
    well_after: float = 0.0
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong and at least one move was accepted."""
        return self.audit.is_well and not self.wrong and self.audit.moves > 0

    def row(self) -> DatedRow:
        """Return the row of the table, with cells as in ``COLUMNS``."""
        audit, account = self.audit, self.account
        took = sorted(account.took) or [0.0]
        said = shorten(self.said, QUOTED, placeholder=" …")
        return DatedRow(
            self.what,
            (
                f"{self.how_often:,}",
                f"“{said}” {self.noticed_after:.1f}" if said else "–",
                f"{self.lines}, {self.bytes / 1_000:.1f}",
                f"{self.well_after:.0f}",
                f"{audit.moves:,}",
                str(audit.lost),
                str(audit.doubled),
                f"{account.hundredth:.2f}, {took[-1]:.2f}",
                str(audit.unmailed),
                f"{audit.mails:,}",
                str(audit.unseen),
                twice(audit),
                "; ".join([*self.notes, *self._faults(), *self.wrong]),
            ),
        )

    def _faults(self) -> list[str]:
        """Return a sentence for each other thing that should not happen."""
        audit = self.audit
        counted = {
            "copies of emails without an explanation": audit.copies.unexplained,
            "emails due too late": audit.ahead,
        }
        found = [f"**{count} {what}**" for what, count in counted.items() if count]
        if audit.retried:
            found.append(f"{audit.retried} emails wait for their next try")
        if not audit.moves:
            found.append("**no move was accepted**")
        return found


def twice(audit: Audit) -> str:
    """Return how many emails were sent more than once, and why."""
    copies = audit.copies
    if not copies.twice:
        return "0"
    words = {
        "vanished": "the worker died before it could note it",
        "deferred": "the connection broke after the server had taken it",
    }
    why = {words.get(reason, reason) for reason in copies.reasons}
    return f"{copies.twice}: {' or '.join(sorted(why))}"
