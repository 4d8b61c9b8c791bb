"""A seat's legal choices: as forms for the turn page, as a list for mails."""

from games.pages.options.choices import Entered
from games.pages.options.decide import decision_for

__all__ = ["Entered", "decision_for"]
