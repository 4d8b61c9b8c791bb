"""M1: building the mail of a turn, position and picture included."""

import time
from collections.abc import Callable, Iterator
from statistics import mean

from django.db.models import F
from django.template import Context, Template

from bench import goals, matches
from bench.table import Comparison, TableRow, judged, quantity
from bench.timing import Scale, TimedCase
from games.models import Game
from games.now import database_now
from games.presentation import picture
from games.transparency.sequencer import sequence_all_heads
from notifications.models import OPEN_STATUSES, OutgoingMail
from notifications.sending.illustrated import IllustratedMail
from notifications.sending.render import message_for

#: After how many decisions of its people each game waits for somebody.
POSITIONS = (0, 5, 10, 20, 30, 40, 60, 80, 100, 120, 140, 160)
#: Games of so many people are played for the cost of a mail.
TABLES = (2, 3, 4)


class TurnMails:
    """The mails of games of four that wait for somebody, each at another position."""

    def __init__(self) -> None:
        for decisions in POSITIONS:
            matches.played_on(matches.invited_game(4), decisions=decisions)
        sequence_all_heads(now=database_now())
        self.keys = asking_mails()

    def comparisons(self) -> list[Comparison]:
        """Return the building beside what is left where all of it is ready."""
        return [
            Comparison(
                goals.M1,
                "the mail of a turn built, position and picture included",
                "the same text, HTML and picture from constants",
                TimedCase("turn mail", self.build, forget_pictures, time.process_time),
                TimedCase(
                    "constant mail", self._from_constants(), clock=time.process_time
                ),
                "mails/s of a core",
            )
        ]

    def cost(self, scale: Scale) -> TableRow:
        """Return the row of what a mail takes of a core, each built once."""
        most = scale.moves // 10
        spent = [list(costs_of_game(people, most)) for people in TABLES]
        costs = [cost for game in spent for cost in game]
        by_table = ", ".join(f"{mean(game):.1f}" for game in spent)
        return judged(
            goals.M1_CPU,
            f"CPU of each of {len(costs)} mails of turns in games of 2, 3 and 4",
            "–",
            f"{quantity(mean(costs), 'ms')} ({by_table})",
            "–",
            mean(costs),
        )

    def build(self) -> int:
        """Build each mail as a worker does, from its row to its bytes."""
        for key in self.keys:
            built(key).message().as_bytes()
        return len(self.keys)

    def _from_constants(self) -> Callable[[], int]:
        """Return a case: each mail from templates without a variable, one picture."""
        messages = [built(key) for key in self.keys]
        texts = [_constant(str(each.body)) for each in messages]
        pages = [_constant(str(each.alternatives[0][0])) for each in messages]
        picture = messages[0].attachments[0]

        def run() -> int:
            for each, text, page in zip(messages, texts, pages, strict=True):
                message = IllustratedMail(
                    each.subject,
                    text.render(Context()),
                    to=each.to,
                    headers=each.extra_headers,
                    written_at=each.written_at,
                )
                message.attach(picture)
                message.attach_alternative(page.render(Context()), "text/html")
                message.message().as_bytes()
            return len(messages)

        return run


def asking_mails(game: Game | None = None) -> list[int]:
    """Return the mails by which players are asked now, of one game or of all."""
    mails = OutgoingMail.objects.filter(
        status__in=OPEN_STATUSES, about_version=F("seat__awaited_version")
    )
    asking = mails if game is None else mails.filter(game=game)
    return list(asking.order_by("pk").values_list("pk", flat=True))


def costs_of_game(people: int, decisions: int) -> Iterator[float]:
    """
    Play a game; yield what each mail about a turn took of a core, in milliseconds.

    Nobody has seen the positions before, so pictures and words are made anew.
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
    """Return the message of a mail, as a worker makes it from its row."""
    mail = OutgoingMail.objects.with_all_they_tell().get(pk=key)
    return message_for(mail, now=database_now())


def forget_pictures() -> None:
    """Let each picture be drawn: nobody has seen these positions yet."""
    picture._png.cache_clear()


def _constant(text: str) -> Template:
    return Template(f"{{% verbatim %}}{text}{{% endverbatim %}}")
