"""Links out of mails from a time that a return to a back-up has lost."""

from datetime import datetime

from games.models import Restoration


def find_loss(written_at: datetime | None) -> Restoration | None:
    """Return the restoration by which what a mail told of is lost, if one did that."""
    if written_at is None:
        return None
    lost = Restoration.objects.filter(
        back_to__lt=written_at, restored_at__gte=written_at
    )
    return lost.order_by("-pk").first()
