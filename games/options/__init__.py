"""A seat's legal choices, grouped as the turn page shows them, with what each yields."""

from games.options.choices import Choice, Entered
from games.options.decide import Decision, decision_for

__all__ = ["Choice", "Decision", "Entered", "decision_for"]
