"""M1: building the mail of a turn, position and picture included."""

import time
from collections.abc import Callable

from django.db.models import F
from django.template import Context, Template

from bench import goals, matches
from bench.table import Comparison, Row, judged, quantity
from bench.timing import Case
from games.now import database_now
from games.presentation import picture
from notifications.models import OPEN_STATUSES, OutgoingMail
from notifications.outbox.whole_rows import find_mail
from notifications.sending.illustrated import IllustratedMail
from notifications.sending.render import message_for

#: After how many decisions of its people each game waits for somebody.
POSITIONS = (0, 5, 10, 20, 30, 40, 60, 80, 100, 120, 140, 160)


class TurnMails:
    """The mails of games of four that wait for somebody, each at another position."""

    def __init__(self) -> None:
        for decisions in POSITIONS:
            matches.played_on(matches.invited_game(4), decisions=decisions)
        awaited = F("seat__awaited_version")
        open_mails = OutgoingMail.objects.filter(status__in=OPEN_STATUSES)
        mails = open_mails.filter(about_version=awaited)
        self.keys = list(mails.values_list("pk", flat=True))
        self.now = database_now()

    def comparisons(self) -> list[Comparison]:
        """Return the building beside what is left where all of it is ready."""
        return [
            Comparison(
                goals.M1,
                "the mail of a turn built, position and picture included",
                "the same text, HTML and picture from constants",
                Case("turn mail", self.build, forget_pictures),
                Case("constant mail", self._from_constants()),
                "mails/s",
            )
        ]

    def cost(self) -> Row:
        """Return the row of what a mail takes of a core; all were built before."""
        self.build()
        forget_pictures()
        start = time.process_time()
        built = self.build()
        spent = 1e3 * (time.process_time() - start) / built
        what = f"CPU of such a mail, mean over {built} readers, in milliseconds"
        return judged(goals.M1_CPU, what, "–", quantity(spent, "ms"), "–", spent)

    def build(self) -> int:
        """Build each mail as a worker does, from its row to its bytes."""
        for key in self.keys:
            self._message(key).message().as_bytes()
        return len(self.keys)

    def _message(self, key: int) -> IllustratedMail:
        mail = find_mail(key)
        assert mail is not None, key
        return message_for(mail, now=self.now)

    def _from_constants(self) -> Callable[[], int]:
        """Return a case: each mail from templates without a variable, one picture."""
        built = [self._message(key) for key in self.keys]
        texts = [_constant(str(each.body)) for each in built]
        pages = [_constant(str(each.alternatives[0][0])) for each in built]
        picture = built[0].attachments[0]

        def run() -> int:
            for each, text, page in zip(built, texts, pages, strict=True):
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
            return len(built)

        return run


def forget_pictures() -> None:
    """Let each picture be drawn: nobody has seen these positions yet."""
    picture._png.cache_clear()


def _constant(text: str) -> Template:
    return Template(f"{{% verbatim %}}{text}{{% endverbatim %}}")
