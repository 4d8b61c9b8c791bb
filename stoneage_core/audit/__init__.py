"""
Checking a whole game from its record alone, without trusting who recorded it.

Reading (``entries``), the chain of hashes, and deciding every decision again, on the
board and around it; ``verify`` does all of it and names the first event that is wrong.
"""

from stoneage_core.audit.appendix import StaffReason, write_reasons
from stoneage_core.audit.entries import Entry, read, split_record, write
from stoneage_core.audit.heads import DIGITS, head_in
from stoneage_core.audit.origin import check_origin
from stoneage_core.audit.verdict import Finding, Verdict, Wrong
from stoneage_core.audit.verification import verify
from stoneage_core.audit.words import in_words

__all__ = [
    "DIGITS",
    "Entry",
    "Finding",
    "StaffReason",
    "Verdict",
    "Wrong",
    "check_origin",
    "head_in",
    "in_words",
    "read",
    "split_record",
    "verify",
    "write",
    "write_reasons",
]
