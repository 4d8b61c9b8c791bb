"""What can be done to a game, in the order in which the desk offers it."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.desk import fitting, foretelling, forms
from games.desk.actions import Action, Case
from games.desk.actions import on_games as on_games
from games.errors import TooLate
from games.services import staff


def _on_game(case: Case) -> dict[str, Any]:
    return {"by": case.by, "game": case.table, "reason": case.reason, "now": case.now}


def _on_seat(case: Case) -> dict[str, Any]:
    return {"by": case.by, "seat": case.seat, "reason": case.reason, "now": case.now}


def _on_message(case: Case) -> dict[str, Any]:
    message = case.data["message"]
    return {"by": case.by, "message": message, "reason": case.reason, "now": case.now}


def _withdraw(case: Case) -> object:
    offer = fitting.invitation(case.table)
    if offer is None:
        raise TooLate(_("This invitation is not open any more."))
    return staff.replacement_withdraw(
        by=case.by, offer=offer, reason=case.reason, now=case.now
    )


on_games.add(
    Action(
        "note",
        _("Leave a note"),
        _("For all who play, or watch. Nothing changes in the game."),
        "note_game",
        forms.NoteForm,
        lambda case: staff.game_note(
            by=case.by, game=case.table, text=case.reason, now=case.now
        ),
        foretelling.note,
    ),
    Action(
        "pause",
        _("Pause"),
        _("Stop all clocks for a while."),
        "pause_game",
        forms.UntilForm,
        lambda case: staff.game_pause(**_on_game(case), until=case.data["until"]),
        foretelling.pause,
        fitting.can_be_paused,
    ),
    Action(
        "resume",
        _("Go on"),
        _("Let the clocks run again."),
        "pause_game",
        forms.ActForm,
        lambda case: staff.game_resume(**_on_game(case)),
        foretelling.resume,
        fitting.is_paused,
    ),
    Action(
        "grant",
        _("Give more time"),
        _("To somebody who is awaited, for this decision."),
        "pause_game",
        forms.GrantForm,
        lambda case: staff.time_grant(**_on_seat(case), seconds=case.data["amount"]),
        foretelling.grant,
        fitting.is_playable,
        at_seat=True,
    ),
    Action(
        "clock",
        _("Change the clock"),
        _("Give the table another clock from now on."),
        "set_clock",
        forms.ClockForm,
        lambda case: staff.clock_set(**_on_game(case), clock=case.data["preset"]),
        foretelling.clock,
        fitting.is_running,
    ),
    Action(
        "links",
        _("Revoke links"),
        _("Make all links to a seat useless, and mail a fresh one."),
        "manage_links",
        forms.SeatForm,
        lambda case: staff.seat_links_revoke(**_on_seat(case)),
        foretelling.links,
        at_seat=True,
    ),
    Action(
        "hide",
        _("Hide a message"),
        _("Of the table talk: the staff alone can read it then."),
        "note_game",
        forms.MessageForm,
        lambda case: staff.message_hide(**_on_message(case)),
        foretelling.hide,
        lambda game, now: fitting.has_messages(game, hidden=False),
    ),
    Action(
        "unhide",
        _("Show a message again"),
        _("One that was hidden."),
        "note_game",
        forms.HiddenMessageForm,
        lambda case: staff.message_unhide(**_on_message(case)),
        foretelling.unhide,
        lambda game, now: fitting.has_messages(game, hidden=True),
    ),
    Action(
        "invite",
        _("Invite another player"),
        _("To play on for good in somebody’s place."),
        "replace_player",
        forms.InviteForm,
        lambda case: staff.replacement_invite(
            **_on_seat(case), email=case.data["email"]
        ),
        foretelling.invite,
        lambda game, now: (
            fitting.is_running(game, now) and fitting.invitation(game) is None
        ),
        at_seat=True,
    ),
    Action(
        "withdraw",
        _("Withdraw the invitation"),
        _("Nobody has answered it yet."),
        "replace_player",
        forms.ActForm,
        _withdraw,
        foretelling.withdraw,
        lambda game, now: fitting.invitation(game) is not None,
    ),
    Action(
        "entrust",
        _("Give a seat to the steward"),
        _("Its player may come back by one click."),
        "replace_player",
        forms.PlayedSeatForm,
        lambda case: staff.seat_entrust(**_on_seat(case)),
        foretelling.entrust,
        fitting.is_running,
        at_seat=True,
    ),
    Action(
        "give-back",
        _("Give a seat back"),
        _("Its player decides again, instead of the steward."),
        "replace_player",
        forms.LentSeatForm,
        lambda case: staff.seat_give_back(**_on_seat(case)),
        foretelling.give_back,
        fitting.is_stewarded,
        at_seat=True,
    ),
    Action(
        "play",
        _("Play for a seat"),
        _("Decide what its player is asked."),
        "play_for_seat",
        forms.PlayForm,
        lambda case: staff.seat_play(**_on_seat(case), command=case.data["command"]),
        foretelling.play,
        fitting.is_playable,
        is_grave=True,
    ),
    Action(
        "roll-back",
        _("Take the game back"),
        _("To where it was after an event. What happened since is struck out."),
        "roll_back_game",
        forms.SequenceForm,
        lambda case: staff.game_roll_back(
            **_on_game(case), sequence=case.data["sequence"]
        ),
        foretelling.roll_back,
        fitting.can_go_back,
        is_grave=True,
    ),
    Action(
        "hold",
        _("Put in quarantine"),
        _("Nobody decides and no time runs, until you release it."),
        "freeze_game",
        forms.ActForm,
        lambda case: staff.game_hold(**_on_game(case)),
        foretelling.hold,
        fitting.is_playable,
        is_grave=True,
    ),
    Action(
        "release",
        _("Release from quarantine"),
        _("Let the game go on."),
        "freeze_game",
        forms.ActForm,
        lambda case: staff.game_release(**_on_game(case)),
        foretelling.release,
        fitting.is_frozen,
    ),
    Action(
        "end",
        _("End the game"),
        _("As it stands, as a draw, or without any result."),
        "end_game",
        forms.EndForm,
        lambda case: staff.game_end(**_on_game(case), how=case.data["how"]),
        foretelling.end,
        fitting.is_running,
        is_grave=True,
    ),
)
