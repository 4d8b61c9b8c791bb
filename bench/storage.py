"""``python -m bench.storage [GAMES]``: the size of a finished game in PostgreSQL.

One game of three is played through the service, with all its mails, and copied many
times under other names, with their own hashes. Then all retention periods end.
"""

import sys
from datetime import timedelta

from django.db import connection

from tests.harness.servers import production_servers

GAMES = 300
TABLES = (
    *("games_game", "games_seat", "games_storedevent", "games_gamearchive"),
    *("notifications_outgoingmail", "notifications_mailstep"),
)
_COPY_MAILS = """
INSERT INTO notifications_outgoingmail ({names}, dedupe_key, message_id, game_id,
    seat_id, status, sent_at)
SELECT {values}, copy.slug || mail.dedupe_key, copy.slug || mail.message_id, copy.id,
    seat.id, 'sent', mail.created_at
FROM notifications_outgoingmail AS mail
    JOIN games_game AS copy ON copy.slug LIKE 'copy%%'
    JOIN games_seat AS old ON old.id = mail.seat_id
    JOIN games_seat AS seat ON seat.game_id = copy.id AND seat.number = old.number
WHERE mail.game_id = %s
"""
_COPY_SEATS = """
INSERT INTO games_seat (game_id, {names}) SELECT copy.id, {values}
FROM games_seat AS seat, games_game AS copy
WHERE seat.game_id = %s AND copy.slug LIKE 'copy%%'
"""
_NOTE_STEPS = """
INSERT INTO notifications_mailstep (mail_id, at, what, words, reference)
SELECT id, created_at, 'sent', '', '' FROM notifications_outgoingmail
"""


def main() -> int:
    """Create the games, archive them, and print the size of one before and after."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with production_servers():
        lay_out(count)
        before = kilobytes(count)
        keep_house_later()
        after = kilobytes(count)
    width = max(map(len, TABLES))
    print(f"| {'kB a finished game':{width}} | as rows | archived |")
    print(f"|{'-' * (width + 2)}|--------:|---------:|")
    for table in (*TABLES, "in all"):
        print(f"| {table:{width}} | {before[table]:7.1f} | {after[table]:8.1f} |")
    return 0


def lay_out(count: int) -> None:
    """Play a game, and copy it ``count`` times."""
    from bench import matches
    from bench.stored import COPY_GAMES, columns_of
    from games.log.archive import hash_records
    from games.log.stream import insert_events, load_records
    from games.models import Game, Seat
    from notifications.models import OutgoingMail

    played = matches.played_on(matches.invited_game(3))
    records = [record for record, _digest in load_records(played)]
    names = ", ".join(columns_of(Game, without="slug"))
    seats = columns_of(Seat, without="game_id")
    own = {"dedupe_key", "message_id", "game_id", "seat_id", "status", "sent_at"}
    mails = columns_of(OutgoingMail, without="id")
    mails = [name for name in mails if name.strip('"') not in own]
    with connection.cursor() as cursor:
        cursor.execute(COPY_GAMES.format(names=names), [count, played.pk])
        values = ", ".join(f"seat.{name}" for name in seats)
        copying = _COPY_SEATS.format(names=", ".join(seats), values=values)
        cursor.execute(copying, [played.pk])
        values = ", ".join(f"mail.{name}" for name in mails)
        copying = _COPY_MAILS.format(names=", ".join(mails), values=values)
        cursor.execute(copying, [played.pk])
        cursor.execute(_NOTE_STEPS)
    for game in Game.objects.filter(slug__startswith="copy"):
        again = list(hash_records(game.slug, records))
        insert_events(game, again)
        Game.objects.filter(pk=game.pk).update(head=again[-1][1])


def keep_house_later() -> None:
    """Do what workers do when all retention periods have ended."""
    from games.housekeeping import PERIODS, keep_periods
    from games.now import database_now
    from notifications.housekeeping import PERIODS as OF_MAILS

    later = database_now() + timedelta(days=400)
    done = dict(keep_periods((*PERIODS, *OF_MAILS), lambda: later, seconds=3600))
    print({what: many for what, many in done.items() if many})


def kilobytes(count: int) -> dict[str, float]:
    """Return the size of each table with its indexes, per game."""
    found = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"VACUUM FULL {table}")
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            found[table] = cursor.fetchone()[0] / count / 1000
    return found | {"in all": sum(found.values())}


if __name__ == "__main__":
    sys.exit(main())
