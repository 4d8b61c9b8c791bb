"""M1: building the mail of a turn, including position and picture."""

import time
from collections.abc import Iterator
from statistics import mean

from django.db.models import F

from bench import goals, matches
from bench.table import TableRow, judged, quantity
from bench.timing import Scale
from games.models import Game
from games.now import database_now
from games.transparency.sequencer import sequence_all_heads
from notifications.models import OPEN_STATUSES, OutgoingMail
from notifications.sending.render import IllustratedMail, message_for

#: The numbers of players in the measured games.
TABLES = (2, 3, 4)


def cost(scale: Scale) -> TableRow:
    """Return the row with the CPU time of a mail, each built once."""
    most = scale.moves // 10
    spent = [list(costs_of_game(people, most)) for people in TABLES]
    costs = [cost for game in spent for cost in game]
    by_table = ", ".join(f"{mean(game):.1f}" for game in spent)
    return judged(
        goals.M1,
        f"CPU of each of {len(costs)} mails of turns in games of 2, 3 and 4",
        "–",
        f"{quantity(mean(costs), 'ms')} ({by_table})",
        "–",
        mean(costs),
    )


def asking_mails(game: Game | None = None) -> list[int]:
    """Return the ids of the mails that ask players now, in one game or in all."""
    mails = OutgoingMail.objects.filter(
        status__in=OPEN_STATUSES, about_version=F("seat__awaited_version")
    )
    asking = mails if game is None else mails.filter(game=game)
    return list(asking.order_by("pk").values_list("pk", flat=True))


def costs_of_game(people: int, decisions: int) -> Iterator[float]:
    """
    Play a game; yield the CPU milliseconds of each mail about a turn.

    No position is cached yet, so pictures and texts are built from scratch.
    """
    game, seen = matches.invited_game(people), set[int]()
    for _ in range(decisions):
        sequence_all_heads(now=database_now())
        for key in asking_mails(game):
            if key not in seen:
                seen.add(key)
                start = time.process_time()
                built(key).message().as_bytes()
                yield 1e3 * (time.process_time() - start)
        if matches.awaited_seat(game) is None:
            break
        game = matches.played_on(game, decisions=1)


def built(key: int) -> IllustratedMail:
    """Return the message of a mail, built from its row as by a worker."""
    mail = OutgoingMail.objects.with_related().get(pk=key)
    return message_for(mail, now=database_now())
