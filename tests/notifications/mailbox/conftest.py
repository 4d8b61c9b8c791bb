"""A game that is played by mail, as in the inbox's tests."""

from tests.notifications.inbox.conftest import (  # noqa: F401 (fixtures)
    _by_mail,
    address,
    seat,
    take,
)
