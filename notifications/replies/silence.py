"""When mails are not answered any more: after several in a row that say nothing to us.

So end the talks with machines that do not say what they are. A mail that says something
we understand is always carried out and answered; and after a day of quiet all is as if
nothing had been.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import Q

from notifications.models import IncomingMail, Reading
from notifications.models.incoming import SAYS_NOTHING
from notifications.replies.steps import Fate, Step, steps_of

#: Answers to mails that say nothing, in a row; the next one says that it is the last.
MOST_ANSWERS = 3
REMEMBERED = timedelta(days=1)


def says_something(steps: Sequence[Step]) -> bool:
    """Whether anything in a mail was understood, even if it could not be done."""
    return any(step.ask or step.fate in (Fate.DONE, Fate.DRAFT) for step in steps)


def count_in_vain(mail: IncomingMail, *, now: datetime) -> int:
    """
    Return how many mails of the same writer before this one, in a row, say nothing.

    No more are counted than it takes to fall silent.
    """
    read = Q(reading__in=[Reading.DONE, Reading.DRAFT]) | Q(why=SAYS_NOTHING)
    earlier = IncomingMail.objects.filter(
        read,
        seat=mail.seat_id,
        user=mail.user_id,
        sender=mail.sender,
        is_vouched=mail.is_vouched,
        received_at__gt=now - REMEMBERED,
        pk__lt=mail.pk,
    ).defer("source")
    latest = map(steps_of, earlier.order_by("-pk")[: MOST_ANSWERS + 1])
    return sum(1 for _ in takewhile(lambda steps: not says_something(steps), latest))
