"""Mails are rendered and sent with the keys that every installation has."""

import pytest

from games.models import User
from notifications.models import MailPreferences
from notifications.sending import send


@pytest.fixture(autouse=True)
def _keys_of_an_installation(log_key: str) -> None:
    """Sign the site's log, as `up` does; without the key that work would be skipped."""


@pytest.fixture(autouse=True)
def _batches_are_sent_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the first email can take longer than a batch may."""
    monkeypatch.setattr(send, "BATCH_SECONDS", 600.0)


@pytest.fixture
def calendar_files(alice: User, bob: User) -> None:
    """Alice and Bob want their deadlines as files."""
    for user in (alice, bob):
        MailPreferences.objects.update_or_create(
            user=user, defaults={"calendar_files": True}
        )
