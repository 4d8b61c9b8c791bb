"""The subjects of acts (games, people, leagues and cases), their URLs and names."""

from django.urls import reverse

from games.log.table_rows import read_seats
from games.models import Game, League, User
from games.models.moderation import Case, ReportKind
from games.moderation.kinds import SHORT_NAMES
from games.presentation.text import join_names

Subject = Game | User | League | Case


def url_of(subject: Subject) -> str:
    kind, key = _address_of(subject)
    return reverse(f"moderation:{kind}", args=[key])


def act_url(subject: Subject, act: str, case: Case | None = None) -> str:
    kind, key = _address_of(subject)
    url = reverse(f"moderation:act_on_{kind}", args=[key, act])
    return f"{url}?case={case.pk}" if case is not None else url


def _address_of(subject: Subject) -> tuple[str, str | int]:
    match subject:
        case Game():
            return "game", subject.slug
        case User():
            return "person", subject.pk
        case League():
            return "league", subject.pk
        case Case():
            return "case", subject.pk


def what_is(subject: Subject) -> str:
    """Return 'game', 'person', 'league' or 'case'."""
    return _address_of(subject)[0]


def name_subject(subject: Subject) -> str:
    match subject:
        case Game():
            return name_game(subject)
        case Case():
            return name_case(subject)
        case League():
            return subject.name
        case User():
            return str(subject)


def name_game(game: Game) -> str:
    """Return the names of a game's players: 'Alice and Bob'."""
    is_read = "seats" in getattr(game, "_prefetched_objects_cache", {})
    return join_names([*game.seats.all()] if is_read else read_seats(game))


def name_case(case: Case) -> str:
    """Return what a case is about: 'Abuse: Bob, in k3x9w2abcd'."""
    if case.act_id is not None:
        return f"Appeal of {case.person or 'a deleted account'}"
    kind = ReportKind(case.kind)
    whose: User | str = case.person or ""
    if not whose and kind.asks_for_help:
        people = [report.reporter for report in case.reports.all() if report.reporter]
        whose = people[0] if people else ""
    about = f"{SHORT_NAMES[kind]}: {whose}" if whose else SHORT_NAMES[kind]
    return f"{about}, in {case.game.slug}" if case.game else about
