"""Whole games for others to check, and our own check of what is stored."""

from games.records.log import log_lines
from games.records.record import record_lines

__all__ = ["log_lines", "record_lines"]
