"""
Verifies a whole game from its record, without trusting the service that wrote it.

``verify`` reads the record, checks the hash chain, repeats every decision on the board
and around it, and names the first event that is wrong.
"""

from stoneage_core.audit.appendix import StaffReason, write_reasons
from stoneage_core.audit.difference import check_origin
from stoneage_core.audit.entries import Entry, read, split_record, write
from stoneage_core.audit.heads import DIGITS, head_in
from stoneage_core.audit.verdict import Finding, Verdict, Wrong, in_words
from stoneage_core.audit.verification import verify

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
