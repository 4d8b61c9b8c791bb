"""
The database of each release is upgraded, and everything in it goes on.

Before the first release it is the database that the present code would store.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Max
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from config.tables import find_differences
from games.log import positions
from games.models import Game, League, SeatOrders, Status, StoredEvent, User
from games.models.moderation import Case
from games.tasks import sweep_due
from notifications.models import MailboxMessage, MailStatus, OutgoingMail
from stoneage_core.match.state import Source
from stoneage_core.state import Question
from tests.golden.releases.make import stored_releases
from tests.golden.releases.scene import TOKEN
from tests.golden.releases.stored import connected_to, present_release
from tests.support.mails import Send
from tests.support.pages import path_of, signed_in
from tests.support.play import play_on, play_to_the_end
from tests.support.standing_time import StandingTime

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db,
    pytest.mark.long,
    pytest.mark.usefixtures("upgraded"),
]
PRESENT = "the present code"
RELEASES = {folder.name: folder for folder in stored_releases()}
LINK = re.compile(r"http://127\.0\.0\.1:8000/\S*")


@pytest.fixture(scope="module", params=list(RELEASES) or [PRESENT])
def upgraded(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Restore the database of a release, and migrate it."""
    directory = tmp_path_factory.mktemp("release")
    folder = RELEASES.get(request.param) or present_release()
    with django_db_blocker.unblock(), connected_to(folder, directory):
        call_command("migrate", verbosity=0)
        yield


@pytest.fixture
def day_later(time_stands: StandingTime) -> StandingTime:
    """The clock, a day after the last event."""
    last = StoredEvent.objects.aggregate(last=Max("recorded_at"))["last"]
    time_stands.now = last + timedelta(days=1)
    return time_stands


@pytest.fixture
def now(day_later: StandingTime) -> datetime:
    """The time when the new version has started."""
    sweep_due()
    return day_later.now


def games_in_progress() -> list[Game]:
    return list(Game.objects.filter(status=Status.ACTIVE).order_by("pk"))


def check_all_games(log_key: str) -> None:
    """Run what operators run after an upgrade."""
    assert log_key
    out = StringIO()
    call_command("check_streams", "--all", "--jobs", "1", stdout=out)
    assert "all in order" in out.getvalue()


def test_tables_are_those_of_the_models() -> None:
    assert find_differences(connection) == []


def test_every_game_is_in_order(log_key: str) -> None:
    check_all_games(log_key)


def test_games_wait_at_every_question() -> None:
    questions = {positions.state_of(game).question for game in games_in_progress()}
    assert questions == set(Question)
    assert {game.seat_count for game in games_in_progress()} == {2, 3, 4}


def test_every_game_goes_on(now: datetime, log_key: str) -> None:
    for game in games_in_progress():
        after = play_on(game, now=now, decisions=20)
        assert after.version > game.version
    check_all_games(log_key)


def test_game_is_played_to_its_end_and_rated(now: datetime, log_key: str) -> None:
    games = games_in_progress()
    for count in (2, 3, 4):
        game = next(each for each in games if each.seat_count == count)
        assert play_to_the_end(game, now=now).is_finished
    check_all_games(log_key)


def test_orders_are_followed(day_later: StandingTime) -> None:
    assert SeatOrders.objects.exists()
    by_orders = StoredEvent.objects.filter(source=Source.ORDERS)
    before = by_orders.count()
    for _ in range(3):
        sweep_due()
        day_later.now += timedelta(minutes=15)
    assert by_orders.count() > before


def test_waiting_emails_are_sent(
    now: datetime, send: Send, time_stands: StandingTime
) -> None:
    waiting = list(OutgoingMail.objects.open().filter(due_at__lte=now))
    assert any(mail.attempts for mail in waiting)
    assert not all(mail.attempts for mail in waiting)
    # Ben gets his emails once a day, in his waking hours.
    for _ in range(24):
        time_stands.now += timedelta(hours=1)
        sweep_due()
        send(time_stands.now)
    kinds = {mail.kind for mail in waiting} - {"webhook"}
    rest = OutgoingMail.objects.filter(pk__in=[mail.pk for mail in waiting])
    assert rest.filter(status=MailStatus.SENT).exists()
    assert not rest.filter(kind__in=kinds).open().exists()
    assert not rest.filter(kind__in=kinds, status=MailStatus.FAILED).exists()


def test_links_in_emails_work(now: datetime, client: Client) -> None:
    links = set()
    for row in MailboxMessage.objects.all():
        message = message_from_bytes(bytes(row.source), policy=policy.default)
        body = message.get_body(["plain"])
        assert body is not None
        links |= {link.rstrip(".,)>") for link in LINK.findall(body.get_content())}
    assert len(links) > 20
    for link in sorted(links):
        answer = client.get(path_of(link), follow=True)
        assert answer.status_code == 200, link


PAGES = ("/", "/games/", "/leagues/", "/open-seats/", "/watch/", "/following/", "/log/")
OWN_PAGES = ("/account/", "/account/programs/", "/account/my-data.json")
DESK = ("/admin/", "/admin/service/", "/admin/games/desk/", "/admin/games/desk/cases/")


@pytest.mark.parametrize(
    "name", ["", "anna", "ben", "carla", "hugo", "mona"], ids=lambda name: name or "all"
)
def test_pages_open_for_each_kind_of_person(
    name: str, now: datetime, client: Client
) -> None:
    pages = [*PAGES, *(f"/leagues/{each.slug}/" for each in League.objects.all())]
    for game in Game.objects.all():
        here = f"/games/{game.slug}/"
        pages += [here, f"{here}at/1/"] if game.started_at else [here]
        pages += [f"{here}result/", f"{here}record.jsonl"] if game.is_finished else []
    if name:
        user = User.objects.get(email=f"{name}@club.example")
        client = signed_in(user)
        pages += OWN_PAGES
        for seat in user.seats.filter(game__status=Status.ACTIVE):
            pages += [f"/games/{seat.game.slug}/{rest}/" for rest in ("play", "seat")]
        if user.is_staff:
            pages += DESK
            pages += [
                reverse("moderation:case", args=[case.pk])
                for case in Case.objects.all()
            ]
    for path in pages:
        answer = client.get(path, follow=True)
        assert answer.status_code == 200, path


def test_token_of_a_program_works(now: datetime) -> None:
    program = Client(HTTP_AUTHORIZATION=f"Bearer {TOKEN}")
    assert program.get("/api/v1/games").status_code == 200
