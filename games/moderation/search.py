"""Finding games and people by whatever is known of them."""

from django.db.models import Q

from games.models import Game, Status, User
from games.moderation.dashboard import DashboardRow, Section, game_row
from games.moderation.person_facts import person_url

MOST = 30


def search(words: str) -> tuple[Section, ...]:
    """Return the games and the people that fit: slug, link, address or name."""
    word = _bare(words)
    return _games(word), _people(word)


def _bare(words: str) -> str:
    """Return the slug out of a game's address; anything else as it is."""
    words = words.strip()
    _before, found, rest = words.partition("/games/")
    return rest.split("/")[0] if found else words


def _games(word: str) -> Section:
    fits = (
        Q(slug__icontains=word)
        | Q(head=word)
        | Q(seats__user__email__icontains=word)
        | Q(seats__user__name__icontains=word)
        | Q(seats__absent_user__email__icontains=word)
        | Q(host__email__icontains=word)
    )
    found = Game.objects.filter(fits).distinct().order_by("-created_at")[:MOST]
    rows = (
        game_row(game, str(Status(game.status).label), game.created_at)
        for game in found
    )
    return Section("games", "Games", "No game fits.", tuple(rows))


def _people(word: str) -> Section:
    fits = Q(email__icontains=word) | Q(name__icontains=word)
    found = User.objects.filter(fits).order_by("-created_at")[:MOST]
    rows = (
        DashboardRow(
            str(user),
            person_url(user),
            user.email or "",
            user.created_at,
            "" if user.is_active else "banned",
        )
        for user in found
    )
    return Section("people", "People", "Nobody fits.", tuple(rows))
