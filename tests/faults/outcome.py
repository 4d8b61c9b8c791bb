"""The result of a trial, a row of the table in docs/faults.md."""

from dataclasses import dataclass, field

from tests.faults.audit import Audit
from tests.faults.players import ANSWERED, Account
from tests.support.dated_table import DatedRow

COLUMNS = (
    "What was broken",
    "How often",
    "Moves accepted",
    "Lost",
    "Doubled",
    "Response time: 99 %, slowest (s)",
    f"Slower than {ANSWERED:g} s",
    "Turns without an email",
    "Emails",
    "Sent twice, and why",
    "Timeouts",
    "Healthy again (s)",
    "All logs verify",
    "Notes",
)


@dataclass(frozen=True)
class FaultOutcome:
    """The result of a trial; ``wrong`` has a sentence for each thing that failed."""

    what: str
    how_often: int
    account: Account
    audit: Audit
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
        return DatedRow(
            self.what,
            (
                f"{self.how_often:,}",
                f"{audit.moves:,}",
                str(audit.lost),
                str(audit.doubled),
                f"{account.hundredth:.2f}, {took[-1]:.2f}",
                str(account.slow),
                str(audit.unmailed),
                f"{audit.mails:,}",
                twice(audit),
                str(audit.time_outs),
                f"{audit.well_after:.0f}",
                "no" if audit.logs else "yes",
                "; ".join([*self.notes, *self._faults(), *self.wrong]),
            ),
        )

    def _faults(self) -> list[str]:
        """Return a sentence for each thing that must never happen and did."""
        audit = self.audit
        counted = {
            "emails noted as sent that the server did not take": audit.unseen,
            "copies of emails without an explanation": audit.copies.unexplained,
            "deadlines overdue": audit.overdue,
            "emails due too late": audit.ahead,
        }
        found = [f"**{count} {what}**" for what, count in counted.items() if count]
        if not audit.moves:
            found.append("**no move was accepted**")
        if audit.logs:
            found.append(f"check_streams said: {' '.join(audit.logs.split())[-300:]}")
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
