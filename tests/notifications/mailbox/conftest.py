"""A game that is played by mail, as for the mails that come in."""

from tests.notifications.inbox.conftest import (  # noqa: F401 (fixtures)
    _by_mail,
    address,
    seat,
    take,
)
