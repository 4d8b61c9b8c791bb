"""Limits hold for all processes, through restarts, and whatever others do."""

from datetime import datetime, timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import RequestFactory

from games import limits, tasks
from games.limits import Limit, TooMany, visitor_of
from games.models import Tally

FEW = Limit("few", most=2, seconds=60)
SECOND = timedelta(seconds=1)

pytestmark = pytest.mark.django_db


def test_users_are_counted_separately(now: datetime) -> None:
    for visitor in ("a", "b", "a", "b"):
        FEW.spend(visitor, now=now)
    with pytest.raises(TooMany):
        FEW.spend("a", now=now)


def test_many_other_counts_do_not_lift_a_limit(now: datetime) -> None:
    """A cache of limited size would have evicted this count."""
    for _ in range(FEW.most):
        FEW.spend("a", now=now)
    for other in range(400):
        limits.POSITIONS.spend(f"other {other}", now=now)
    with pytest.raises(TooMany):
        FEW.spend("a", now=now)


def test_period_starts_with_the_first_use_and_refusals_do_not_extend_it(
    now: datetime,
) -> None:
    end = now + timedelta(seconds=FEW.seconds)
    FEW.spend("a", now=now)
    FEW.spend("a", now=end - SECOND)
    for _ in range(3):
        with pytest.raises(TooMany):
            FEW.spend("a", now=end - SECOND)
    FEW.spend("a", now=end)
    FEW.spend("a", now=end)
    with pytest.raises(TooMany):
        FEW.spend("a", now=end + SECOND)


def test_refusal_tells_when_the_period_ends(now: datetime) -> None:
    for _ in range(FEW.most):
        FEW.spend("a", now=now)
    with pytest.raises(TooMany) as refused:
        FEW.spend("a", now=now + 40 * SECOND)
    assert refused.value.allowance == (FEW, 0, 20)


def test_counted_people_cannot_be_read_from_the_tallies(now: datetime) -> None:
    FEW.spend("192.0.2.7", "anna@example.org", now=now)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_tally")
        (row,) = cursor.fetchall()
    assert not any(part in str(row) for part in ("192.0", "anna", "few"))


def test_expired_tallies_are_deleted(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    FEW.spend("over", now=now)
    FEW.spend("not yet", now=now + SECOND)
    later = now + timedelta(seconds=FEW.seconds)
    monkeypatch.setattr(tasks, "database_now", lambda: later)
    tasks.keep_house()
    assert [tally.ends_at for tally in Tally.objects.all()] == [later + SECOND]


# Visitors


def visitor(address: str, **headers: str) -> str:
    request = RequestFactory().get("/", REMOTE_ADDR=address, **headers)  # type: ignore[arg-type]
    return visitor_of(request)


def test_visitor_address_comes_from_our_outermost_proxy(
    settings: LazySettings,
) -> None:
    """What visitors wrote themselves into the header stands before that."""
    told = {"HTTP_X_FORWARDED_FOR": "6.6.6.6, 203.0.113.9, 192.0.2.7"}
    expected = {0: "127.0.0.1", 1: "192.0.2.7", 2: "203.0.113.9"}
    for settings.TRUSTED_PROXIES, address in expected.items():
        assert visitor("127.0.0.1", **told) == address
    settings.TRUSTED_PROXIES = 2
    assert visitor("127.0.0.1", HTTP_X_FORWARDED_FOR="192.0.2.7") == "192.0.2.7"
    settings.TRUSTED_PROXIES = 1
    six = {"HTTP_X_FORWARDED_FOR": "2001:db8:1:2:3:4:5:6"}
    assert visitor("127.0.0.1", **six) == "2001:db8:1:2::/64"


def test_machines_of_a_household_are_one_visitor() -> None:
    """Over IPv6 each machine has as many addresses as it wants."""
    first = visitor("2001:db8:1:2::1")
    assert first == visitor("2001:DB8:1:2:ffff:ffff:ffff:ffff")
    assert first != visitor("2001:db8:1:3::1")
    assert visitor("192.0.2.1") != visitor("192.0.2.2")


def test_ipv4_mapped_address_counts_as_ipv4() -> None:
    """Otherwise all visitors would be one on a server with a dual-stack socket."""
    assert visitor("::ffff:192.0.2.1") == visitor("192.0.2.1")
    assert visitor("::ffff:192.0.2.1") != visitor("::ffff:192.0.2.2")


def test_visitors_without_an_address_are_one() -> None:
    for odd in ("", "unix:", "fe80::1%eth0%", "1.2.3"):
        assert visitor(odd) == "::/64"
