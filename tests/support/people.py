"""The people of the tests."""

from datetime import datetime

import pytest
from django.contrib.auth.models import Group
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


def member(name: str, group: str) -> User:
    """Create a member of the staff, who is in this group."""
    user = User.objects.create_user(f"{name}@example.org", name=name.capitalize())
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def moderator(db: None) -> User:
    return member("mona", "Moderators")


@pytest.fixture
def auditor(db: None) -> User:
    return member("aude", "Auditors")


@pytest.fixture
def administrator(db: None) -> User:
    return member("adam", "Administrators")
