"""Leagues in words: links, seasons, divisions, entrants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entrant, Game, League, Season
from games.models.leagues import DropOut, SeasonStatus
from games.presentation import time_control_text
from games.presentation.dates import long_moment_in_words
from games.presentation.text import address_if_unknown, join_list, name_of_user


@dataclass(frozen=True)
class LeagueLink:
    """A league: its name, and the path of its page."""

    name: str
    url: str


def league_url(league: League) -> str:
    return reverse("games:league", args=[league.slug])


def league_link(game: Game) -> LeagueLink | None:
    """Return the league of a game, or None. At most one query."""
    league = game.league
    return None if league is None else LeagueLink(league.name, league_url(league))


def season_name(season: Season) -> str:
    """Return 'Season 2', or 'Round 2' or 'Final' of a tournament."""
    if season.is_final:
        return _("Final")
    if season.league.is_tournament:
        return _("Round %(number)d") % {"number": season.number}
    return _("Season %(number)d") % {"number": season.number}


def division_name(season: Season, number: int) -> str:
    """Return 'Division 2', or 'Group 2' or 'Final' of a tournament."""
    if season.is_final:
        return _("Final")
    if season.league.is_tournament:
        return _("Group %(number)d") % {"number": number}
    return _("Division %(number)d") % {"number": number}


def progress_of_season(season: Season) -> str:
    if season.is_open and season.is_later_round:
        return _("not started yet")
    return str(SeasonStatus(season.status).label)


def name_of_entrant(entrant: Entrant) -> str:
    """Return the name of an entrant, or 'someone' if they were forgotten."""
    return name_of_user(entrant.user) or _("someone")


def start_in_words(season: Season) -> str:
    """Return a sentence about when an open season starts."""
    names = {"season": season_name(season)}
    if season.starts_at is not None:
        names["start"] = long_moment_in_words(season.starts_at)
        if season.is_final:
            return _("The final starts on %(start)s.") % names
        return _("%(season)s starts on %(start)s.") % names
    if season.postponed_at is not None:
        return _("%(season)s waits for more players.") % names
    if season.is_final:
        return _("The host starts the final.")
    if season.number == 1 or season.league.is_tournament:
        return _("The host starts %(season)s.") % names
    sentence = ngettext(
        "%(season)s starts %(count)d day after the end of the one being played.",
        "%(season)s starts %(count)d days after the end of the one being played.",
        season.league.pause_days,
    )
    return sentence % {"count": season.league.pause_days, **names}


def begun_in_words(entrant: Entrant) -> str:
    """
    Return where a player plays in a season that has begun, and with whom: 'Season 1 of
    The Club has begun. You’re in Division 2 with Bert and Cleo.' Takes a query.
    """
    season, division = entrant.season, entrant.division
    assert division is not None
    own = season.entrants.filter(division=division).exclude(pk=entrant.pk)
    rivals = own.select_related("user").order_by("place")
    values = {
        "season": season_name(season),
        "league": season.league.name,
        "division": division_name(season, division),
        "names": join_list([name_of_entrant(each) for each in rivals]),
    }
    if season.is_final:
        return _("The final of %(league)s has begun. You play %(names)s.") % values
    begun = _("%(season)s of %(league)s has begun.")
    where = _("You’re in %(division)s with %(names)s.")
    return f"{begun % values} {where % values}"


@dataclass(frozen=True)
class InvitationRow:
    """
    Somebody whom the hosts invited and who has not entered. ``number`` is the id of the
    invitation; ``name`` is the address if they are not known here.
    """

    number: int
    name: str
    invited_at: datetime
    is_declined: bool
    is_lost: bool


def invitation_rows(league: League) -> list[InvitationRow]:
    """Return the invitations to a league that nobody has accepted, for its hosts."""
    invitations = league.invitations.select_related("user").order_by("pk")
    return [
        InvitationRow(
            number=each.pk,
            name=name_of_user(each.user) or address_if_unknown(each.user) or "–",
            invited_at=each.invited_at,
            is_declined=each.declined_at is not None,
            is_lost=each.user.unreachable_since is not None,
        )
        for each in invitations
    ]


def invited_in_words(count: int) -> str:
    """Return what a host reads after they invited people who had not entered."""
    if not count:
        return _("Everyone you named has entered already.")
    sentence = ngettext(
        "%(count)d invitation is on its way.",
        "%(count)d invitations are on their way.",
        count,
    )
    return sentence % {"count": count}


def drop_out_in_words(league: League) -> str:
    """Return a sentence about the games of players who drop out."""
    return str(DropOut(league.drop_out).label)


def dropped_out_in_words(league: League) -> str:
    """Return what a player reads who has dropped out."""
    values = {"league": league.name, "rule": drop_out_in_words(league)}
    return _("You’ve dropped out of %(league)s. %(rule)s") % values


def changed_terms_in_words(league: League, changed: Iterable[str]) -> Iterator[str]:
    """Yield a sentence with the current value of each term that a host changed."""
    pace = time_control_text.preset_name_of(league.terms.control)
    games = ngettext("%(count)d game", "%(count)d games", league.games_each)
    days = ngettext("%(count)d day", "%(count)d days", league.pause_days)
    minutes = ngettext(
        "%(count)d minute", "%(count)d minutes", league.break_minutes or 0
    )
    by_host = _("The host starts each round.")
    rest = by_host if league.break_minutes is None else minutes
    sentences = {
        "pace": _("Pace: %(pace)s") % {"pace": pace},
        "games_each": _("Games of a group: %(games)s")
        % {"games": games % {"count": league.games_each}},
        "movers": _("Up, or on to the next round: the first %(count)d of each group")
        % {"count": league.movers},
        "pause_days": _("Between two seasons: %(days)s")
        % {"days": days % {"count": league.pause_days}},
        "break_minutes": _("Between two rounds: %(rest)s")
        % {"rest": rest % {"count": league.break_minutes or 0}},
        "drop_out": drop_out_in_words(league),
    }
    yield from (sentences[each] for each in changed if each in sentences)
