"""A seat's legal choices as the turn page groups them, with what each yields."""

from games.pages.options.choices import Choice, Decision, Entered
from games.pages.options.decide import decision_for

__all__ = ["Choice", "Decision", "Entered", "decision_for"]
