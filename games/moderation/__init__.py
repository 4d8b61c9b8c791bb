"""The staff's desk: the dashboard, pages of games, and actions in two steps.

Each action is declared once, in ``actions/``: its texts, its permission and what it
does. ``action.execute`` executes any of them. Texts that are not marked for translation
are in English and only for the staff.
"""
