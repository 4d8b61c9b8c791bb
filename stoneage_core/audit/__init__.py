"""
Checking a whole game from its record alone, without trusting who recorded it.

Reading (``entries``), the chain of hashes, deciding every decision again, and the
conduct around the play; ``verify`` does all of it and names the first event that is
wrong.
"""

from stoneage_core.audit.acts import StaffAct, write_acts
from stoneage_core.audit.entries import Entry, parted, read, write
from stoneage_core.audit.verdict import Finding, Verdict
from stoneage_core.audit.verification import FEWEST_DIGITS, verify
from stoneage_core.audit.words import in_words

__all__ = [
    "FEWEST_DIGITS",
    "Entry",
    "Finding",
    "StaffAct",
    "Verdict",
    "in_words",
    "parted",
    "read",
    "verify",
    "write",
    "write_acts",
]
