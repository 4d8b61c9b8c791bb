"""The search and the lists of the desk, which use indexes."""

from datetime import datetime

import pytest
from django.db import connection

from games.history.stream_check import check_stream
from games.models import Game, User
from games.moderation.dashboard import _votes
from games.moderation.search import search_desk
from tests.support.proposals import propose_end

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_game_is_found_by_anything_known_about_it(
    two_player_game: Game, bob: User, moderator: User
) -> None:
    game, by = two_player_game, moderator
    ways = (
        game.slug,
        game.slug[:5].upper(),
        f"https://stoneage.example/games/{game.slug}/at/3/",
        game.head,
        "BOB",
        str(bob.email)[1:-2],
    )
    for words in ways:
        games, _people = search_desk(words, by)
        assert [row.badge for row in games.rows] == [game.slug], words
    for words in ("nobody", "no\0body", "0" * 64):
        assert [section.rows for section in search_desk(words, by)] == [(), ()]


def test_table_with_an_open_vote_is_listed(
    two_player_game: Game, now: datetime
) -> None:
    assert _votes().rows == ()
    seat = two_player_game.seats.get(number=0)
    propose_end(seat=seat, now=now)
    (row,) = _votes().rows
    assert row.badge == two_player_game.slug
    Game.objects.update(is_voting=False)
    (finding,) = check_stream(two_player_game.pk).findings
    assert finding == "is_voting differs from the events"


@pytest.mark.only_on("postgresql")
def test_search_for_people_uses_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT * FROM games_user"
            " WHERE upper(name::text) LIKE upper('%arol%')"
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "games_user_name_part" in plan
