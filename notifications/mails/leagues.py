"""Mails about leagues: a season is over, with its table and what comes next."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.leagues.page import DOWN, UP, DivisionTable, StandingRow, division_tables
from games.links.tokens import absolute_url
from games.models import Entrant, Season
from games.presentation.dates import long_moment_in_words
from games.presentation.league_text import season_name
from games.signals import SeasonEnded
from notifications.mails.base import Context, MailContext, MailKind, link_to
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
        _kind, _colon, pk = case.mail.dedupe_key.partition(":")
        entrants = Entrant.objects.select_related("season__league", "user")
        entrant = entrants.get(pk=int(pk))
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
