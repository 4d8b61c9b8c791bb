"""The desk of the staff, in the admin: what needs attention, and what to do about it.

Everything is done in two steps: a form, then what would come of it, then the deed. What
is not about games, such as mails, is added by whoever knows of it (``sections``).
"""
