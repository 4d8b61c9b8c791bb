"""Authentication backends: who may sign in, and by what.

Players sign in by the link in a mail. A password is for members of the staff who do not
play: whoever sets one for somebody else could play in their place by it, and nobody
would notice.
"""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from games.queries import seats_reached_by


class MailLinkBackend(ModelBackend):
    """Sessions that began with a link in a mail; it takes no credentials."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        return None


class PasswordBackend(ModelBackend):
    """Sessions that began with a password: they end with their user's first seat."""

    def user_can_authenticate(self, user: Any) -> bool:
        """Queries the seats. Asked at sign-in, and again for every request."""
        return (
            super().user_can_authenticate(user) and not seats_reached_by(user).exists()
        )
