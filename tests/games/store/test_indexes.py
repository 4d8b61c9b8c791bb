"""Lists among very many games and people are read by an index, never as a whole."""

import pytest
from django.db import connection
from django.db.models import QuerySet

from games.models import Game, Seat, StoredEvent, User
from notifications.models import OutgoingMail

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("postgresql")]


def plan_of(rows: QuerySet) -> str:
    """How the database reads rows, where it had rather not read whole tables."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    return rows.explain()


def test_games_of_many_people_are_found_by_their_seats() -> None:
    games = Seat.objects.filter(user__in=[1, 2, 3]).values("game")
    assert "seat_user_once_a_game" in plan_of(games)


def test_whom_no_mail_reaches_is_found_among_all_people() -> None:
    lost = User.objects.filter(unreachable_since__isnull=False)
    assert "user_unreachable" in plan_of(lost.order_by("unreachable_since"))


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (StoredEvent.objects.filter(game=1), "event_sequence_once_a_game"),
        (Seat.objects.filter(game__in=[1, 2]), "seat_number_once_a_game"),
        (Seat.objects.filter(absent_user=1), "seat_absent_user"),
        (Game.objects.filter(rematch_of__in=[1, 2]), "game_rematch"),
        (OutgoingMail.objects.filter(game__in=[1, 2]), "outgoing_mail_thread"),
        (OutgoingMail.objects.filter(told_in=1), "outgoing_mail_told_in"),
        (OutgoingMail.objects.filter(beside__in=[1, 2]), "outgoing_mail_beside"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_refers_to_a_row_is_found(rows: QuerySet, index: str) -> None:
    assert index in plan_of(rows)
