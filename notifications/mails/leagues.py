"""Mails about leagues: a season is over, with its table and what comes next."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.leagues.page import DOWN, UP, DivisionTable, StandingRow, division_tables
from games.links.tokens import absolute_url
from games.models import Entrant, Season
from games.models.leagues import SeasonStatus
from games.presentation.dates import long_moment_in_words
from games.presentation.league_text import season_name
from games.signals import LeagueClosed, LeaguePassed, SeasonEnded
from notifications.mails.base import Context, MailContext, MailKind, Notice, link_to
from notifications.models import Kind, OutgoingMail, Topic


class SeasonOverMail(MailKind):
    """To all players of a season: the table, and what comes next."""

    kind = Kind.SEASON_OVER
    topic = Topic.LEAGUES
    on = (SeasonEnded,)

    def mails(self, signal: SeasonEnded) -> Iterable[OutgoingMail]:
        seated = signal.season.entrants.exclude(division=None).select_related("user")
        for entrant in seated:
            if entrant.user.email is not None:
                yield self.new(entrant.pk, signal.now, user_id=entrant.user_id)

    def context(self, case: MailContext) -> Context:
        entrant = _entrant_of(case)
        season, league = entrant.season, entrant.season.league
        tables = division_tables(
            season, season.entrants.select_related("user"), case.reader
        )
        table = next(each for each in tables if each.number == entrant.division)
        own = next(row for row in table.rows if row.is_reader)
        names: dict[str, Any] = {"league": league.name, "season": season_name(season)}
        following = league.seasons.filter(number=season.number + 1).first()
        is_waiting = following is not None and following.is_open
        label = _("Play again") if is_waiting else _("See the tables")
        return {
            "heading": _("%(league)s: %(season)s is over") % names,
            "table": table,
            "lead": _rank_in_words(table, own),
            "next": _next_in_words(entrant, own, following),
            **link_to(absolute_url("games:league", league.slug), label),
        }


class LeagueClosedMail(Notice):
    """To the others in the last season of a league: what happens, and the word."""

    kind = Kind.LEAGUE_CLOSED
    topic = Topic.LEAGUES
    on = (LeagueClosed,)

    def mails(self, signal: LeagueClosed) -> Iterable[OutgoingMail]:
        host_id = signal.season.league.host_id
        for entrant in signal.season.entrants.select_related("user"):
            if entrant.user.email is not None and entrant.user_id != host_id:
                yield self.new(entrant.pk, signal.now, user_id=entrant.user_id)

    def context(self, case: MailContext) -> Context:
        season = _entrant_of(case).season
        league = season.league
        if season.status == SeasonStatus.CALLED_OFF:
            lead = _("It won’t start: there aren’t any further seasons or rounds.")
        else:
            lead = _("Your games go on. There’s no other season or round after them.")
        said = _("The host said: “%(text)s”") % {"text": league.last_word}
        return {
            "title": league.name,
            "heading": _("No further season follows"),
            "lead": lead,
            "notes": [said] if league.last_word else [],
            **link_to(absolute_url("games:league", league.slug), _("See the tables")),
        }


class LeaguePassedMail(Notice):
    """To a league's new host."""

    kind = Kind.LEAGUE_PASSED
    topic = Topic.LEAGUES
    on = (LeaguePassed,)

    def mails(self, signal: LeaguePassed) -> Iterable[OutgoingMail]:
        entrant = signal.entrant
        occasion = f"{signal.now.timestamp()}:{entrant.pk}"
        yield self.new(occasion, signal.now, user_id=entrant.user_id)

    def context(self, case: MailContext) -> Context:
        league = _entrant_of(case).season.league
        lead = _(
            "The host of %(league)s can’t go on and handed it to you. You now start "
            "and close it."
        )
        return {
            "title": league.name,
            "heading": _("You’re the host now"),
            "lead": lead % {"league": league.name},
            **link_to(absolute_url("games:league", league.slug), _("See the league")),
        }


def _entrant_of(case: MailContext) -> Entrant:
    pk = int(case.mail.dedupe_key.rpartition(":")[2])
    return Entrant.objects.select_related("season__league", "user").get(pk=pk)


def _rank_in_words(table: DivisionTable, own: StandingRow) -> str:
    return _("You’re number %(rank)d of %(count)d in %(division)s.") % {
        "rank": own.rank,
        "count": len(table.rows),
        "division": table.title,
    }


def _next_in_words(entrant: Entrant, own: StandingRow, following: Season | None) -> str:
    league = entrant.season.league
    if following is None or own.is_out:
        return _("Thanks for playing!")
    if league.is_tournament:
        if own.move == UP:
            return _("You’re through: your games of the next round have begun.")
        return _("The next round is played by others. Thanks for playing!")
    moves = {UP: _("You go up a division."), DOWN: _("You go down a division.")}
    where = moves.get(own.move, _("You stay in your division."))
    if following.starts_at is None or not following.is_open:
        return where
    by = _("The next season starts on %(start)s. Enter it by then to keep your place.")
    return f"{where} {by % {'start': long_moment_in_words(following.starts_at)}}"
