"""Time that stands still: what the database says when a test asks it for the time."""

from datetime import UTC, datetime

#: A Friday; it is what the tests begin with, wherever and whenever they run.
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

_SAID = {
    "postgresql": "TIMESTAMPTZ '{moment}+00'",
    "sqlite": "'{moment}'",
}


class StandingTime:
    """
    What asks a database for the time in a statement, and have it say ``now``.

    A test moves it by setting another. The database is asked all the same, so what a
    page costs is what it costs in service.
    """

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __getitem__(self, vendor: str) -> str:
        moment = self.now.astimezone(UTC).replace(tzinfo=None)
        return _SAID[vendor].format(moment=moment.isoformat(timespec="microseconds"))
