"""Authentication backends.

Players sign in by the link in an email. Passwords are only for members of the staff who
do not play. Otherwise an administrator could set somebody's password and secretly play
in their place.
"""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from games.models import Seat


class MailLinkBackend(ModelBackend):
    """For sessions that began with a link in an email. It accepts no credentials."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        return None


class PasswordBackend(ModelBackend):
    """For sessions that began with a password. They end when the user takes a seat."""

    def user_can_authenticate(self, user: Any) -> bool:
        """
        Return False if the user has a seat.

        Called at sign-in and on every request.
        """
        return (
            super().user_can_authenticate(user)
            and not Seat.objects.reached_by(user).exists()
        )
