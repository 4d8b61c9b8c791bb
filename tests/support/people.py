"""The people of the tests."""

from datetime import datetime

import pytest
from django.test import Client

from games.models import User
from tests.support.standing_time import NOW


@pytest.fixture
def now() -> datetime:
    return NOW


def person(name: str) -> User:
    """Create a user with one statement, as the first mention of an address does."""
    email = f"{name.lower()}@example.org"
    user = User(email=email, name=name.capitalize(), created_at=NOW)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture
def alice(db: None) -> User:
    return person("alice")


@pytest.fixture
def bob(db: None) -> User:
    return person("bob")


@pytest.fixture
def carol(db: None) -> User:
    return person("carol")


@pytest.fixture
def dave(db: None) -> User:
    return person("dave")


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    """The browser of a staff member with all permissions."""
    client.force_login(User.objects.create_superuser("staff@example.org", "secret"))
    return client


@pytest.fixture
def outsider(db: None) -> User:
    """The browser of a signed-in user without a seat."""
    return person("oscar")
