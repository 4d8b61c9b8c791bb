"""All that somebody follows, as its page and programs show it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import queries
from games.models import Follow, Game, Status, User
from games.presentation.audience_text import progress_in_words
from games.presentation.text import join_names
from games.watching.following import follows_of


@dataclass(frozen=True)
class FollowedRow:
    """What somebody follows: its page, its name, and how it stands, if it is a game."""

    slug: str
    name: str
    state: str


@dataclass(frozen=True)
class FollowedLists:
    """The games and the players that somebody follows, the latest first."""

    games: tuple[FollowedRow, ...]
    players: tuple[FollowedRow, ...]


def followed_lists(user: User) -> FollowedLists:
    """Return what a user follows. One query, and one for each game."""
    follows = follows_of(user)
    return FollowedLists(
        games=tuple(_game_row(each.game) for each in follows if each.game),
        players=tuple(_player_row(each) for each in follows if each.profile),
    )


def _game_row(game: Game) -> FollowedRow:
    is_over = game.status != Status.ACTIVE
    return FollowedRow(
        slug=game.slug,
        name=join_names(queries.seats_of(game)),
        state=_("over") if is_over else progress_in_words(game),
    )


def _player_row(follow: Follow) -> FollowedRow:
    assert follow.profile is not None
    return FollowedRow(follow.profile.slug, follow.profile.user.name, state="")
