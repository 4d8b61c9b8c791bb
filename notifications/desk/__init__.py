"""Additions of mails to the staff's desk: sections, and an action."""
