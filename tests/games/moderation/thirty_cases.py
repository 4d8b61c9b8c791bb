"""A desk with thirty open cases about messages and people, as after a bad week.

To look at it, make it in the database of your own service:

    manage.py shell -c "from tests.games.moderation import thirty_cases as t; t.fill()"
"""

from datetime import datetime, timedelta

from django.contrib.auth.models import Group

from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.models.moderation import Case, ReportKind
from games.moderation.casework import postpone_case, take_case
from games.now import database_now
from games.seats.invitations import accept_seat
from games.talk.messages import say_at_table
from games.talk.reports import make_report

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo")
TALK = (
    (0, "Good luck, everybody!"),
    (1, "You too. This time the gold is mine."),
    (0, "Nice roll. Did you bring your own dice?"),
    (1, "Of course you take the hut again. Learn to play, you clown."),
    (0, "Please, it is a game."),
    (1, "Then play it and stop whining."),
)
WORDS = (
    "He insults me whenever I build something.",
    "Look at the talk, please. It is no fun like this.",
    "I think that they let the clock run out on purpose.",
    "Three sixes in a row, four times. This cannot be luck.",
    "Same person on two seats? They always help each other.",
)
CASES, TABLES = 30, 10


def fill() -> None:
    """Make the desk, and two members of the staff, one of them with a password."""
    mona = _staff("mona", "Moderators")
    mona.set_password("stone age")
    mona.save()
    open_cases(now=database_now(), by=mona)


def open_cases(*, now: datetime, by: User) -> list[Case]:
    """Open thirty cases over the last days. Some are assigned, and some wait."""
    people = [_player(name) for name in NAMES]
    tables = [_table(people, number, now) for number in range(TABLES)]
    for number in range(CASES):
        _report(tables[number % TABLES], number, now - timedelta(hours=4 * number))
    cases = list(Case.objects.order_by("opened_at"))
    for case in cases[::4]:
        take_case(case=case, by=by, now=now)
    for case in cases[::8]:
        postpone_case(case=case, by=by, until=now + timedelta(days=2), now=now)
    return cases


def _staff(name: str, group: str) -> User:
    user = User.objects.create_user(f"{name}@example.org", name=name.capitalize())
    user.is_staff = True
    user.groups.add(Group.objects.get(name=group))
    return user


def _player(name: str) -> User:
    return User.objects.create_user(f"{name.lower()}@example.net", name=name)


def _table(people: list[User], number: int, now: datetime) -> Game:
    at_table = [people[(number + step) % len(people)] for step in range(2 + number % 2)]
    begun = now - timedelta(days=9)
    game = create_game(
        host=at_table[0], players=[str(one.email) for one in at_table], now=begun
    )
    for seat in game.seats.order_by("number")[1:]:
        accept_seat(seat=seat, now=begun)
    for minute, (seat_number, text) in enumerate(TALK):
        say_at_table(
            seat=game.seats.get(number=seat_number),
            text=text,
            now=now - timedelta(days=6) + timedelta(minutes=7 * minute),
        )
    return game


def _report(game: Game, number: int, made_at: datetime) -> None:
    """Report what seat 1 said, the player of seat 0, or the game as a whole."""
    first, second = game.seats.select_related("user").order_by("number")[:2]
    about: dict[str, object] = {"game": game}
    if number < TABLES:
        about = {"message": game.talk.get(text=TALK[3][1]), "kind": ReportKind.ABUSE}
    elif number < 2 * TABLES:
        first, about = second, {"seat": first, "kind": ReportKind.STALLING}
    _make(first, WORDS[number % len(WORDS)], made_at, about)


def _make(seat: Seat, words: str, made_at: datetime, about: dict[str, object]) -> None:
    assert seat.user is not None
    make_report(reporter=seat.user, reason=words, now=made_at, **about)  # type: ignore[arg-type]
