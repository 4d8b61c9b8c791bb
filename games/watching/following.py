"""Following: users get emails about games that others play, or about a player."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.locks import lock_user
from games.log.table_rows import read_seats
from games.models import Audience, Follow, Game, Seat, Status, User
from games.models.users import Profile
from games.presentation import labels
from games.presentation.text import join_names

#: How many games and players a user can follow at a time. Finished games do not count.
MOST_FOLLOWED: Final = 40
NOT_PLAYED: Final = _("This game isn’t being played, so there’s nothing to follow.")
TOO_MANY: Final = _(
    "You already follow as much as we can tell you of. Stop following something first."
)


@dataclass(frozen=True)
class FollowButton:
    """The button for following a page. Visitors who are no members have to sign in."""

    url: str
    is_member: bool
    is_on: bool


@dataclass(frozen=True)
class FollowedRow:
    slug: str
    name: str
    state: str


@dataclass(frozen=True)
class FollowedLists:
    games: tuple[FollowedRow, ...]
    players: tuple[FollowedRow, ...]


@transaction.atomic
def follow_game(*, user: User, game: Game, now: datetime) -> None:
    """
    Follow a running game by email. Idempotent. Locks the user.

    Raise Refused: (forbidden) if only players may watch, (invalid) if the game is not
    running or the user follows too many, (address_needed) for guests.
    """
    if game.audience == Audience.NOBODY:
        raise Refused("forbidden")
    if game.status != Status.ACTIVE:
        raise Refused("invalid", NOT_PLAYED)
    _follow(user, now, game=game)


@transaction.atomic
def follow_player(*, user: User, profile: Profile, now: datetime) -> None:
    """
    Follow a player by email: when they start and finish games. Idempotent. Locks the
    user. Raise Refused: (invalid) for too many, (address_needed) for guests.
    """
    _follow(user, now, profile=profile)


def end_follow(*, user: User, game: Game | None, profile: Profile | None) -> None:
    """Stop following a game or a player. Idempotent."""
    Follow.objects.filter(follower=user, game=game, profile=profile).delete()


def follow_button(
    reader: User | AnonymousUser | None,
    url: str,
    *,
    game: Game | None = None,
    profile: Profile | None = None,
) -> FollowButton:
    """Return the button for following a game or a player (at most one query)."""
    if not isinstance(reader, User) or reader.is_guest:
        return FollowButton(url, is_member=False, is_on=False)
    kept = Follow.objects.filter(follower=reader, game=game, profile=profile)
    return FollowButton(url, is_member=True, is_on=kept.exists())


def follows_of(user: User) -> list[Follow]:
    """Return what a user follows, latest first (one query)."""
    rows = Follow.objects.filter(follower=user)
    return list(rows.select_related("game", "profile__user").order_by("-pk"))


def followers_of_game(game: Game, seats: Iterable[Seat]) -> list[User]:
    """Return who follows a game without sitting there (one query)."""
    return _readers(game, seats, [])


def followers_of_table(game: Game, seats: Iterable[Seat]) -> list[User]:
    """Return who follows a game or its players without sitting there (one query)."""
    return _readers(game, seats, _ids_of(seats))


def _readers(game: Game, seats: Iterable[Seat], people: list[int]) -> list[User]:
    if game.audience == Audience.NOBODY:
        return []
    follows = Follow.objects.filter(Q(game=game) | Q(profile__in=people))
    followers = User.objects.filter(
        pk__in=follows.values("follower"), is_active=True, email__isnull=False
    )
    return list(followers.exclude(pk__in=_ids_of(seats)).order_by("pk"))


def _ids_of(seats: Iterable[Seat]) -> list[int]:
    return [seat.user_id for seat in seats if seat.user_id is not None]


def _follow(
    user: User,
    now: datetime,
    *,
    game: Game | None = None,
    profile: Profile | None = None,
) -> None:
    if lock_user(user.pk).is_guest:
        raise Refused("address_needed")
    mine = Follow.objects.filter(follower=user)
    if mine.filter(game=game, profile=profile).exists():
        return
    counted = mine.filter(Q(game__status=Status.ACTIVE) | Q(profile__isnull=False))
    if counted.count() >= MOST_FOLLOWED:
        raise Refused("invalid", TOO_MANY)
    Follow.objects.create(follower=user, game=game, profile=profile, since=now)


def followed_lists(user: User) -> FollowedLists:
    """Return what a user follows. Takes one query, and one for each game."""
    follows = follows_of(user)
    return FollowedLists(
        games=tuple(_game_row(each.game) for each in follows if each.game),
        players=tuple(_player_row(each) for each in follows if each.profile),
    )


def _game_row(game: Game) -> FollowedRow:
    is_over = game.status != Status.ACTIVE
    return FollowedRow(
        slug=game.slug,
        name=join_names(read_seats(game)),
        state=str(_("over")) if is_over else labels.round_and_phase(game),
    )


def _player_row(follow: Follow) -> FollowedRow:
    assert follow.profile is not None
    return FollowedRow(follow.profile.slug, follow.profile.user.name, state="")
