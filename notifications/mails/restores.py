"""Mails after a return to a back-up: whoever is waited for is asked once more."""

from collections.abc import Iterable

from games.signals import GameWasRestored
from notifications.mails.turn import AskingMail
from notifications.models import Kind, OutgoingMail
from notifications.outbox.new_mail import is_reachable


class RestoredMail(AskingMail):
    """Asks again for a decision that may have been made, and is lost."""

    kind = Kind.RESTORED
    on = (GameWasRestored,)

    def mails(self, signal: GameWasRestored) -> Iterable[OutgoingMail]:
        """Leave out who is asked something new at that very moment: they are told."""
        for seat in filter(is_reachable, signal.seats):
            since = seat.awaited_version
            if since is not None and since < signal.first_sequence:
                about = f"{since}:{signal.first_sequence}"
                yield self.to_seat(seat, signal.now, about, about_version=since)
