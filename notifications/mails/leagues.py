"""Emails about leagues: entering, the start of a season, and its end."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.entering import MOST_PLAYING
from games.leagues.page import DOWN, UP, DivisionTable, StandingRow, division_tables
from games.leagues.schedule import needs_check_in
from games.links.purposes import LEAGUE_LINK, PLAY_LINK
from games.links.tokens import absolute_url
from games.log.table_rows import read_seats
from games.models import Entrant, HostAct, League, Season, Seat, User
from games.models.leagues import SeasonStatus
from games.presentation import time_control_text
from games.presentation.attendance import turn_notice
from games.presentation.dates import long_moment_in_words
from games.presentation.league_text import (
    begun_in_words,
    changed_terms_in_words,
    drop_out_in_words,
    name_of_entrant,
    season_name,
    start_in_words,
)
from games.presentation.league_titles import (
    own_victory_in_words,
    winners_by_season,
    winners_in_words,
)
from games.presentation.text import names_of
from games.signals import (
    HostActed,
    LeagueClosed,
    LeagueEntered,
    LeaguePassed,
    PlayerDroppedOut,
    SeasonEnded,
    SeasonPostponed,
    SeasonStarted,
    SeasonStartsSoon,
)
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NOT_RUNNING,
    Context,
    MailContext,
    MailKind,
    Notice,
    link_to,
)
from notifications.mails.blocks import question
from notifications.mails.lobby import first_start_player, sender_for
from notifications.models import Kind, OutgoingMail, Topic

#: The acts that an invitation follows.
INVITING = (HostAct.What.INVITED, HostAct.What.REMINDED)
LEFT = "the player has left the league"
STARTED = "the season has started"


class LeagueMail(MailKind):
    """About a season, whose id is in the details of each email."""

    topic = Topic.LEAGUES

    def to_users(
        self,
        season: Season,
        users: Iterable[User],
        now: datetime,
        occasion: object = "",
        **details: int,
    ) -> Iterable[OutgoingMail]:
        details |= {"season": season.pk}
        for user in users:
            if user.email is not None:
                key = f"{occasion}:{user.pk}:{season.pk}".lstrip(":")
                yield self.new(key, now, user_id=user.pk, details=details)


def season_of(case: MailContext) -> Season:
    seasons = Season.objects.select_related("league")
    return seasons.get(pk=case.mail.details["season"])


def entrant_of(case: MailContext) -> Entrant | None:
    """Return the reader in the season, or None if they have left it."""
    return season_of(case).entrants.filter(user=case.reader).first()


def why_left(case: MailContext) -> str:
    return "" if entrant_of(case) else LEFT


def why_started(case: MailContext) -> str:
    return "" if season_of(case).is_open else STARTED


def own_page(league: League, case: MailContext) -> str:
    """Return the link to a league's page by which its reader acts there."""
    return LEAGUE_LINK.url(league, case.reader, now=case.now)


def own_tables(season: Season, case: MailContext) -> str:
    """Return the same link with the tables of a season, when another one is open."""
    return f"{own_page(season.league, case)}?season={season.number}"


class LeagueNotice(LeagueMail, Notice):
    template = Notice.template

    def context(self, case: MailContext) -> Context:
        season = season_of(case)
        league = season.league
        label = _("See the tournament") if league.is_tournament else _("See the league")
        return {
            "title": league.name,
            **link_to(own_page(league, case), label),
            **self.about(season, case),
        }

    def about(self, season: Season, case: MailContext) -> Context:
        """Return the heading, the ``lead`` and the ``notes``."""
        raise NotImplementedError


def host_page(league: League) -> Context:
    return link_to(absolute_url("games:host_league", league.slug), _("Host it"))


def how_to_leave() -> str:
    return _("If you can’t play, leave it on its page before it starts.")


class EnteredMail(LeagueNotice):
    kind = Kind.LEAGUE_ENTERED
    on = (LeagueEntered,)
    checks = (why_left, why_started)

    def mails(self, signal: LeagueEntered) -> Iterable[OutgoingMail]:
        entrant, entered = signal.entrant, int(signal.now.timestamp())
        return self.to_users(entrant.season, [entrant.user], signal.now, entered)

    def about(self, season: Season, case: MailContext) -> Context:
        own = season.entrants.filter(user=case.reader).values("pk")
        before = season.entrants.filter(pk__lt=own).count()
        if before >= MOST_PLAYING:
            number = before - MOST_PLAYING + 1
            lead = _(
                "All places are taken: you’re number %(number)d on the waiting list. "
                "If none gets free, you play the season after it."
            )
            heading, lead = _("You’re on the waiting list"), lead % {"number": number}
        else:
            heading, lead = _("You’re in"), start_in_words(season)
        # The reminder may have been sent already.
        check_in = how_it_begins(season.league) if needs_check_in(season.league) else ()
        return {"heading": heading, "lead": lead, "notes": [*check_in, how_to_leave()]}


def act_of(case: MailContext) -> HostAct:
    return HostAct.objects.select_related("by").get(pk=case.mail.details["act"])


class LeagueInvitationMail(LeagueNotice):
    """A host invites somebody to enter, who may not know us, or reminds them."""

    kind = Kind.LEAGUE_INVITATION
    topic = Topic.INVITATIONS
    on = (HostActed,)
    can_be_requested_by_anybody = True

    def mails(self, signal: HostActed) -> Iterable[OutgoingMail]:
        act = signal.act
        if act.what not in INVITING:
            return []
        return self.to_users(
            signal.season, signal.users, signal.now, act.pk, act=act.pk
        )

    def why_stale(self, case: MailContext) -> str:
        league = season_of(case).league
        waiting = league.invitations.filter(user=case.reader, declined_at=None)
        is_open = league.open_season() is not None
        return "" if is_open and waiting.exists() else NO_LONGER_INVITED

    def about(self, season: Season, case: MailContext) -> Context:
        league, by = season.league, act_of(case).by
        inviter = by.name if by is not None else ""
        lead = (
            _("%(name)s invites you to play Stone Age by email in %(league)s.")
            if inviter
            else _("You’re invited to play Stone Age by email in %(league)s.")
        )
        pace = time_control_text.preset_name_of(league.terms.control)
        notes = [
            *filter(None, [league.description]),
            start_in_words(league.open_season() or season),
            _("Pace: %(pace)s") % {"pace": pace},
            *(how_it_begins(league) if needs_check_in(league) else ()),
            _("You enter with one press. If you don’t want to, do nothing."),
        ]
        return {
            "heading": _("You’re invited"),
            "lead": lead % {"name": inviter, "league": league.name},
            "notes": notes,
            "sender": sender_for(inviter),
            **link_to(own_page(league, case), _("Look at it and enter")),
        }


class LeagueNewsMail(LeagueNotice):
    """What a host did: words to all, changes, a removal, a second host."""

    kind = Kind.LEAGUE_NEWS
    on = (HostActed,)

    def mails(self, signal: HostActed) -> Iterable[OutgoingMail]:
        act = signal.act
        if act.what in INVITING:
            return []
        return self.to_users(
            signal.season, signal.users, signal.now, act.pk, act=act.pk
        )

    def about(self, season: Season, case: MailContext) -> Context:
        act, league = act_of(case), season.league
        if act.what == HostAct.What.REMOVED:
            heading = _("The host took you out")
            lead = _("You play no other season of it. %(rule)s") % {
                "rule": drop_out_in_words(league)
            }
            return {"heading": heading, "lead": lead}
        if act.what == HostAct.What.APPOINTED:
            heading = _("You’re the second host now")
            lead = _("You can do all that the host does.")
            return {"heading": heading, "lead": lead, **host_page(league)}
        if act.what == HostAct.What.CHANGED:
            start = [start_in_words(season)] if season.is_open else []
            return {
                "heading": _("The host changed the date or the terms"),
                "lead": _("Games that have begun keep their terms."),
                "notes": [*start, *changed_terms_in_words(league, act.words.split())],
            }
        said = {"name": act.by.name if act.by else "", "text": act.words}
        return {
            "heading": _("A word from the host"),
            "lead": _("%(name)s says: “%(text)s”") % said,
        }


class DroppedOutMail(LeagueNotice):
    """To the hosts: a player left in the middle of a season."""

    kind = Kind.DROPPED_OUT
    on = (PlayerDroppedOut,)

    def mails(self, signal: PlayerDroppedOut) -> Iterable[OutgoingMail]:
        entrant, league = signal.entrant, signal.entrant.season.league
        hosts = [user for user in (league.host, league.second_host) if user]
        others = [user for user in hosts if user.pk != entrant.user_id]
        return self.to_users(
            entrant.season, others, signal.now, entrant.pk, entrant=entrant.pk
        )

    def about(self, season: Season, case: MailContext) -> Context:
        entrants = Entrant.objects.select_related("user")
        entrant = entrants.get(pk=case.mail.details["entrant"])
        heading = _("%(name)s has dropped out") % {"name": name_of_entrant(entrant)}
        lead = drop_out_in_words(season.league)
        return {"heading": heading, "lead": lead, **host_page(season.league)}


class SeasonSoonMail(LeagueNotice):
    """The reminder before a season, also to those who stayed in the league."""

    kind = Kind.SEASON_SOON
    on = (SeasonStartsSoon,)
    checks = (why_left, why_started)

    def mails(self, signal: SeasonStartsSoon) -> Iterable[OutgoingMail]:
        season = signal.season
        starts_at = season.starts_at
        assert starts_at is not None
        occasion = int(starts_at.timestamp())
        return self.to_users(season, _players_of(season), signal.now, occasion)

    def about(self, season: Season, case: MailContext) -> Context:
        league, entrant = season.league, entrant_of(case)
        leaving = () if season.is_later_round else (how_to_leave(),)
        is_absent = entrant is not None and entrant.checked_in_at is None
        asks = needs_check_in(league) and is_absent
        return {
            "heading": _("%(season)s starts soon") % {"season": season_name(season)},
            "lead": start_in_words(season),
            "notes": [*how_it_begins(league, entrant), *leaving],
            **(link_to(own_page(league, case), _("Check in")) if asks else {}),
        }


class SeasonStartedMail(LeagueMail):
    """
    To each player of a season that has begun: their division and all their games. Those
    who begin their only game learn it from the email about their turn.
    """

    kind = Kind.SEASON_STARTED
    on = (SeasonStarted,)

    def mails(self, signal: SeasonStarted) -> Iterable[OutgoingMail]:
        season = signal.season
        seated = season.entrants.exclude(division=None).select_related("user")
        users = [each.user for each in seated.order_by("division", "place")]
        told = [user for user in users if not _has_first_turn(season, user)]
        return self.to_users(season, told, signal.now)

    def why_stale(self, case: MailContext) -> str:
        entrant = entrant_of(case)
        is_playing = entrant is not None and entrant.has_games
        is_played = season_of(case).status == SeasonStatus.PLAYING
        return "" if is_played and is_playing else NOT_RUNNING

    def context(self, case: MailContext) -> Context:
        entrant = entrant_of(case)
        assert entrant is not None
        season = season_of(case)
        entrant.season, league = season, season.league
        seats = list(_seats_of(season, case.reader))
        return {
            "heading": _("%(league)s: %(season)s has begun")
            % {"league": league.name, "season": season_name(season)},
            "lead": begun_in_words(entrant),
            "turn_notice": turn_notice(case.reader, seats[0].game),
            "games": [
                (
                    names_of(read_seats(seat.game))[first_start_player(seat.game)],
                    PLAY_LINK.url(seat, now=case.now),
                )
                for seat in seats
            ],
            "rule": question.in_full(seats[0].game, seats[0]),
            "drop_out": drop_out_in_words(league),
            "clock_name": time_control_text.preset_name_of(league.terms.control),
            "clock_terms": time_control_text.terms_of(league.terms.control),
            **link_to(own_page(league, case), _("See the tables")),
        }


def _seats_of(season: Season, user: User) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game__league_game__season=season, user=user)
    return seats.select_related("game", "user").order_by("game_id")


def _has_first_turn(season: Season, user: User) -> bool:
    """Return whether a user has one game in a season, and its first turn."""
    seats = list(_seats_of(season, user))
    return len(seats) == 1 and seats[0].awaited_at is not None


class SeasonMissedMail(LeagueNotice):
    """To those who had entered and have no games: why, and what comes next."""

    kind = Kind.SEASON_MISSED
    on = (SeasonStarted,)

    def mails(self, signal: SeasonStarted) -> Iterable[OutgoingMail]:
        season = signal.season
        missed = season.entrants.filter(division=None, excluded_at=None)
        users = [each.user for each in missed.select_related("user").order_by("pk")]
        return self.to_users(season, users, signal.now)

    def about(self, season: Season, case: MailContext) -> Context:
        entrant, league = entrant_of(case), season.league
        is_absent = entrant is not None and entrant.checked_in_at is None
        if needs_check_in(league) and is_absent:
            lead = _("You hadn’t checked in when it started.")
        else:
            lead = _("There was no place for you this time.")
        values = {"season": season_name(season)}
        following = league.open_season()
        notes = []
        if following and following.entrants.filter(user=case.reader).exists():
            notes.append(
                _("You’re in the next season. %(start)s")
                % {"start": start_in_words(following)}
            )
        return {
            "heading": _("%(season)s began without you") % values,
            "lead": lead,
            "notes": notes,
        }


class SeasonPostponedMail(LeagueNotice):
    """To the few who have entered, and to the host."""

    kind = Kind.SEASON_POSTPONED
    on = (SeasonPostponed,)
    checks = (why_started,)

    def mails(self, signal: SeasonPostponed) -> Iterable[OutgoingMail]:
        season, now = signal.season, signal.now
        people = {user.pk: user for user in _players_of(season)}
        if season.league.host is not None:
            people[season.league.host.pk] = season.league.host
        return self.to_users(season, people.values(), now, int(now.timestamp()))

    def about(self, season: Season, case: MailContext) -> Context:
        league = season.league
        name = season_name(season)
        if league.is_tournament:
            then = _("It stays open: the host starts it, or sets another date.")
        else:
            sentence = ngettext(
                "It stays open: once two have entered, it starts %(count)d day later.",
                "It stays open: once two have entered, it starts %(count)d days later.",
                league.pause_days,
            )
            then = sentence % {"count": league.pause_days}
        few = _("Too few have entered to start today.")
        ask = _("Do you know anyone who would play? Send them this link: %(link)s")
        url = absolute_url("games:league", league.slug)
        return {
            "heading": _("%(season)s waits for players") % {"season": name},
            "lead": f"{few} {then}",
            "notes": [ask % {"link": url}],
        }


class SeasonOverMail(LeagueMail):
    """To all players of a season: who won, the table, and what comes next."""

    kind = Kind.SEASON_OVER
    on = (SeasonEnded,)

    def mails(self, signal: SeasonEnded) -> Iterable[OutgoingMail]:
        seated = signal.season.entrants.exclude(division=None).select_related("user")
        users = [entrant.user for entrant in seated]
        return self.to_users(signal.season, users, signal.now)

    def context(self, case: MailContext) -> Context:
        season = season_of(case)
        league = season.league
        entrants = list(season.entrants.select_related("user"))
        entrant = next(each for each in entrants if each.user_id == case.reader.pk)
        tables = division_tables(season, entrants, case.reader)
        table = next(each for each in tables if each.number == entrant.division)
        own = next(row for row in table.rows if row.is_reader)
        names: dict[str, Any] = {"league": league.name, "season": season_name(season)}
        won = winners_by_season([season]).get(season.pk, [])
        winners = winners_in_words(season, won)
        if any(each.user_id == case.reader.pk for each in won):
            heading = own_victory_in_words(season, won)
            # The heading names nobody with whom they share the victory.
            winners = winners if len(won) > 1 else ""
        else:
            heading = _("%(league)s: %(season)s is over") % names
        link = link_to(own_tables(season, case), _("See the tables"))
        if league.is_tournament and own.move == UP and needs_check_in(league):
            following = league.seasons.filter(number=season.number + 1).first()
            if following is not None and following.is_open:
                link = link_to(own_page(league, case), _("Check in"))
        return {
            "heading": heading,
            "table": table,
            "lead": f"{winners} {_rank_in_words(season, table, own)}".strip(),
            "next": _next_in_words(league, season, own, case.reader),
            **link,
        }


class TournamentWonMail(LeagueNotice):
    """To those who followed a tournament to its end: the host, and earlier players."""

    kind = Kind.TOURNAMENT_WON
    on = (SeasonEnded,)

    def mails(self, signal: SeasonEnded) -> Iterable[OutgoingMail]:
        season, league = signal.season, signal.season.league
        if not season.is_final:
            return []
        finalists = season.entrants.values("user")
        played = Entrant.objects.filter(season__league=league, excluded_at=None)
        theirs = Q(pk__in=played.values("user")) | Q(pk=league.host_id)
        users = User.objects.filter(theirs).exclude(pk__in=finalists).order_by("pk")
        return self.to_users(season, users, signal.now)

    def about(self, season: Season, case: MailContext) -> Context:
        won = winners_by_season([season]).get(season.pk, [])
        heading = winners_in_words(season, won)
        lead = _("The final is over. The tables stay on its page.")
        return {
            "heading": heading or _("The final is over"),
            # The sentence about the winners names the tournament.
            "title": "" if heading else season.league.name,
            "lead": lead,
            **link_to(own_tables(season, case), _("See the tables")),
        }


class LeagueClosedMail(LeagueNotice):
    """To the others in the last season of a league: what happens, and the word."""

    kind = Kind.LEAGUE_CLOSED
    on = (LeagueClosed,)

    def mails(self, signal: LeagueClosed) -> Iterable[OutgoingMail]:
        for entrant in signal.entrants:
            if entrant.user_id != signal.league.host_id:
                yield from self.to_users(entrant.season, [entrant.user], signal.now)

    def about(self, season: Season, case: MailContext) -> Context:
        league = season.league
        if season.status == SeasonStatus.CALLED_OFF:
            lead = _("It won’t start: there aren’t any further seasons or rounds.")
        else:
            lead = _("Your games go on. There’s no other season or round after them.")
        said = _("The host said: “%(text)s”") % {"text": league.last_word}
        return {
            "heading": _("No further season follows"),
            "lead": lead,
            "notes": [said] if league.last_word else [],
        }


class LeaguePassedMail(LeagueNotice):
    """To a league's new host."""

    kind = Kind.LEAGUE_PASSED
    on = (LeaguePassed,)

    def mails(self, signal: LeaguePassed) -> Iterable[OutgoingMail]:
        entrant, occasion = signal.entrant, signal.now.timestamp()
        return self.to_users(entrant.season, [entrant.user], signal.now, occasion)

    def about(self, season: Season, case: MailContext) -> Context:
        lead = _(
            "The host of %(league)s can’t go on and handed it to you. You now start "
            "and close it."
        )
        return {
            "heading": _("You’re the host now"),
            "lead": lead % {"league": season.league.name},
            **host_page(season.league),
        }


def how_it_begins(league: League, entrant: Entrant | None = None) -> Iterable[str]:
    if entrant is not None and entrant.checked_in_at is not None:
        yield _("You’ve checked in: your game begins then.")
    elif needs_check_in(league):
        yield _("Check in on its page before: only those who have checked in play.")
    else:
        yield _("All your games begin then, at once.")


def _players_of(season: Season) -> list[User]:
    entrants = season.entrants.filter(excluded_at=None).select_related("user")
    return [entrant.user for entrant in entrants.order_by("pk")]


def _rank_in_words(season: Season, table: DivisionTable, own: StandingRow) -> str:
    values = {"rank": own.rank, "count": len(table.rows), "division": table.title}
    if season.is_final and own.is_shared:
        sentence = _("You share place %(rank)d of %(count)d in the final.")
    elif season.is_final:
        sentence = _("You’re number %(rank)d of %(count)d in the final.")
    elif own.is_shared:
        sentence = _("You share place %(rank)d of %(count)d in %(division)s.")
    else:
        sentence = _("You’re number %(rank)d of %(count)d in %(division)s.")
    return sentence % values


def _next_in_words(
    league: League, season: Season, own: StandingRow, reader: User
) -> str:
    following = league.seasons.filter(number=season.number + 1).first()
    ends = following is None or following.status == SeasonStatus.CALLED_OFF
    if following is None or ends or own.is_out:
        return _("Thanks for playing!")
    if league.is_tournament:
        if own.move == UP and following.is_open:
            check_in = how_it_begins(league) if needs_check_in(league) else ()
            return " ".join(
                [_("You’re through."), start_in_words(following), *check_in]
            )
        if own.move == UP and following.is_final:
            return _("You’re in the final: your games have begun.")
        if own.move == UP:
            return _("You’re through: your games of the next round have begun.")
        return _("The next round is played by others. Thanks for playing!")
    moves = {UP: _("You go up a division."), DOWN: _("You go down a division.")}
    where = moves.get(own.move, _("You stay in your division."))
    if following.starts_at is None or not following.is_open:
        return where
    if following.entrants.filter(user=reader).exists():
        then = _(
            "You’re in the next season, which starts on %(start)s. If you can’t play, "
            "leave it on the league’s page before that."
        )
    else:
        then = _(
            "You’re not in the next season. It starts on %(start)s: enter by then to "
            "keep your place."
        )
    return f"{where} {then % {'start': long_moment_in_words(following.starts_at)}}"
