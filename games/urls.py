"""The URLs of the games."""

from django.urls import path

from games.accounts.views import account, addresses, profile, programs, sign_in
from games.history.views import history, proofs
from games.leagues.views import leagues
from games.learn.views import learning
from games.live.views import installation, since
from games.lobby.views import games, home, invitations, pictures, rematch
from games.privacy.views import data
from games.table.views import leave, mailed_choice, seat, take_seat, turn
from games.talk.views import reports, talk
from games.transparency.views import log
from games.watching.views import following

app_name = "games"

urlpatterns = [
    # The most frequent ones first, because URLs are matched in this order.
    path("play/<str:token>/", turn.play_link, name="play_link"),
    path("play/<str:token>/seat/", seat.seat_link, name="seat_link"),
    path("play/<str:token>/leave/", leave.leave_link, name="leave_link"),
    path("play/<str:token>/talk/", talk.talk_link, name="talk_link"),
    path("play/<str:token>/mute/", talk.mute_link, name="mute_link"),
    path("play/<str:token>/report/", reports.report_link, name="report_link"),
    path("ask/", reports.ask, name="ask_staff"),
    path("case/<str:token>/", reports.case_link, name="case_link"),
    path("appeal/<str:token>/", reports.appeal_link, name="appeal_link"),
    path("play/<str:token>/rematch/", rematch.rematch_link, name="rematch_link"),
    path("play/<str:token>/renew/", turn.play_renew, name="play_renew"),
    path(
        "play/<str:token>/<int:version>-<slug:head>/",
        mailed_choice.choices_link,
        name="choices_link",
    ),
    path(
        "play/<str:token>/<int:version>-<slug:head>/<slug:choice>/",
        mailed_choice.choice_link,
        name="choice_link",
    ),
    path("games/<slug:slug>/since/<int:version>/", since.since, name="since"),
    path(
        "games/<slug:slug>/since/<slug:key>/<int:version>/", since.since, name="since"
    ),
    path("manifest.webmanifest", installation.manifest, name="manifest"),
    path("icon-<int:side>.png", installation.icon, name="icon"),
    path("service-worker.js", installation.service_worker, name="service_worker"),
    path("offline/", installation.offline, name="offline"),
    path("", home.home, name="home"),
    path("practice/", home.practice, name="practice"),
    path("rules/", learning.rules, name="rules"),
    path("learn/", learning.learn, name="learn"),
    path("learn/<int:step>/", learning.learn, name="learn_step"),
    path("open-seats/", home.open_seats, name="open_seats"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.new, name="new_league"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/enter/", leagues.enter, name="enter_league"),
    path("leagues/<slug:slug>/leave/", leagues.leave, name="leave_league"),
    path("leagues/<slug:slug>/start/", leagues.start, name="start_league"),
    path("leagues/<slug:slug>/close/", leagues.close, name="close_league"),
    path("leagues/<slug:slug>/hand-over/", leagues.hand_over, name="hand_over_league"),
    path("watch/", home.listed, name="listed"),
    path("following/", following.following, name="following"),
    path("games/", games.mine, name="mine"),
    path("games/new/", games.new, name="new"),
    path("games/<slug:slug>/", games.game, name="game"),
    path("games/<slug:slug>/board.svg", pictures.board_svg, name="board_svg"),
    path("games/<slug:slug>/board.png", pictures.board_png, name="board_png"),
    path("games/<slug:slug>/seats/", games.seats, name="seats"),
    path("games/<slug:slug>/take/", games.take, name="take"),
    path("games/<slug:slug>/cancel/", games.cancel, name="cancel"),
    path("games/<slug:slug>/hand-over/", games.hand_over, name="hand_over_game"),
    path("games/<slug:slug>/play/", turn.play, name="play"),
    path("games/<slug:slug>/seat/", seat.seat, name="seat"),
    path("games/<slug:slug>/play/leave/", leave.leave, name="leave"),
    path("games/<slug:slug>/play/talk/", talk.talk, name="talk"),
    path("games/<slug:slug>/talk/", talk.spectators_talk, name="spectators"),
    path("games/<slug:slug>/play/rematch/", rematch.rematch, name="rematch"),
    path("games/<slug:slug>/play/mute/", talk.mute, name="mute"),
    path("games/<slug:slug>/play/report/", reports.report, name="report"),
    path("games/<slug:slug>/offer/", take_seat.offer, name="offer_to_play"),
    path("games/<slug:slug>/take-seat/", take_seat.take_seat, name="take_seat"),
    path(
        "games/<slug:slug>/take-seat/<int:number>/",
        take_seat.take_seat,
        name="take_offered_seat",
    ),
    path("games/<slug:slug>/follow/", following.follow_a_game, name="follow_game"),
    path("games/<slug:slug>/history/", history.history, name="history"),
    path("games/<slug:slug>/at/<int:sequence>/", history.position, name="position"),
    path("games/<slug:slug>/at/", history.jump, name="jump"),
    path(
        "games/<slug:slug>/at/<int:sequence>/what-if/",
        history.what_if,
        name="what_if",
    ),
    path("games/<slug:slug>/steps.json", history.steps, name="steps"),
    path("games/<slug:slug>/log.jsonl", proofs.log, name="log"),
    path("games/<slug:slug>/transcript.txt", proofs.transcript, name="transcript"),
    path("games/<slug:slug>/events.csv", proofs.event_table, name="event_table"),
    path("games/<slug:slug>/record.jsonl", proofs.record, name="record"),
    path("games/<slug:slug>/check/", proofs.check_game, name="check_game"),
    path("games/<slug:slug>/result/", history.result, name="result"),
    path("games/<slug:slug>/report/", history.statistics, name="statistics"),
    path("join/<slug:code>/", invitations.join, name="join"),
    path("invitation/<str:token>/", invitations.invitation, name="invitation"),
    path(
        "invitation/<str:token>/renew/",
        invitations.invitation_renew,
        name="invitation_renew",
    ),
    path("keep/<str:token>/", addresses.keep, name="keep"),
    path("check/", proofs.check, name="check"),
    path("check/verifier.html", proofs.verifier, name="verifier"),
    path("log/", log.page, name="transparency"),
    path("log/checkpoint", log.newest, name="newest_checkpoint"),
    path("log/key", log.keys, name="log_keys"),
    path("log/<slug:token>/checkpoint", log.checkpoint, name="checkpoint"),
    path("log/<slug:token>/checkpoint/<int:size>", log.checkpoint, name="checkpoint"),
    path("log/<slug:token>/tile/<path:path>", log.tile, name="tile"),
    path(
        "log/<slug:token>/consistency/<int:old>/<int:size>",
        log.consistency,
        name="consistency",
    ),
    path("take-seat/<str:token>/", take_seat.take_seat_link, name="take_seat_link"),
    path(
        "take-seat/<str:token>/renew/",
        take_seat.take_seat_renew,
        name="take_seat_renew",
    ),
    path("sign-in/<str:token>/", sign_in.sign_in_link, name="sign_in_link"),
    path("language/", account.choose_language, name="language"),
    path("players/<slug:slug>/", profile.profile, name="profile"),
    path("players/<slug:slug>/follow/", profile.follow_a_player, name="follow_player"),
    path("account/", account.account, name="account"),
    path("account/programs/", programs.programs, name="programs"),
    path("account/my-data.json", data.my_data, name="my_data"),
    path("account/forget/", data.forget, name="forget"),
    path("data/<str:token>/", data.data_link, name="data_link"),
    path("data/<str:token>/my-data.json", data.data_file, name="data_file"),
    path("data/<str:token>/forget/", data.data_forget, name="data_forget"),
    path("forgotten/", data.forgotten, name="forgotten"),
]
