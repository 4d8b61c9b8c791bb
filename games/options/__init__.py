"""A seat's legal choices as the turn page groups them, with what each yields."""

from games.options.choices import Choice, Decision, Entered
from games.options.decide import decision_for

__all__ = ["Choice", "Decision", "Entered", "decision_for"]
