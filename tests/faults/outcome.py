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
    "Answered: 99 %, slowest (s)",
    f"Later than {ANSWERED:g} s",
    "Turns without a mail",
    "Mails",
    "Came twice, and why",
    "Time-outs",
    "Well again (s)",
    "All logs verify",
    "Besides",
)


@dataclass(frozen=True)
class FaultOutcome:
    """The result of a trial; ``wrong`` has a sentence for each fault."""

    what: str
    how_often: int
    account: Account
    audit: Audit
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Return whether nothing is wrong and people actually played."""
        return self.audit.is_well and not self.wrong and self.audit.moves > 0

    def row(self) -> DatedRow:
        """Return the row's cells in the order of ``COLUMNS``."""
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
        """Return the faults in words."""
        audit = self.audit
        counted = {
            "mails sent that nobody took": audit.unseen,
            "copies of mails unexplained": audit.copies.unexplained,
            "deadlines overdue": audit.overdue,
            "mails due too late": audit.ahead,
        }
        found = [f"**{count} {what}**" for what, count in counted.items() if count]
        if not audit.moves:
            found.append("**nobody’s move was accepted**")
        if audit.logs:
            found.append(f"check_streams said: {' '.join(audit.logs.split())[-300:]}")
        return found


def twice(audit: Audit) -> str:
    """Return how many mails arrived more than once, and their explanations."""
    copies = audit.copies
    if not copies.twice:
        return "0"
    words = {
        "vanished": "who sent it could not note it",
        "deferred": "cut after it was taken",
    }
    why = {words.get(reason, reason) for reason in copies.reasons}
    return f"{copies.twice}: {' or '.join(sorted(why))}"
