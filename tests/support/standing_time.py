"""Standing time: what the database answers when a test asks for the time."""

from datetime import UTC, datetime

#: A Friday, the initial time of all tests wherever and whenever they run.
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

_SAID = {
    "postgresql": "TIMESTAMPTZ '{moment}+00'",
    "sqlite": "'{moment}'",
}


class StandingTime:
    """
    Makes statements that ask the database for its time return ``now``.

    A test moves the time by assigning to it. The database is still queried, so that
    query counts are realistic.
    """

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __getitem__(self, vendor: str) -> str:
        moment = self.now.astimezone(UTC).replace(tzinfo=None)
        return _SAID[vendor].format(moment=moment.isoformat(timespec="microseconds"))
