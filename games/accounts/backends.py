"""The authentication backend of passwords.

Players sign in by email or passkey. Passwords are only for members of the staff who
do not play. Otherwise an administrator could set somebody's password and secretly play
in their place.
"""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from games.queries import seats_reached_by


class PasswordBackend(ModelBackend):
    """For sessions that began with a password. They end when the user takes a seat."""

    def user_can_authenticate(self, user: Any) -> bool:
        """
        Return False if the user has a seat.

        Called at sign-in and on every request.
        """
        return (
            super().user_can_authenticate(user) and not seats_reached_by(user).exists()
        )
