"""The tables of games; events and acts that the database lets nobody change; groups."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import games.models.fields
import uuid
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from games.migrations.sql import append_only_1, groups_1, search_1

def install_search(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    search_1.install(editor.connection)


def remove_search(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    search_1.remove(editor.connection)


def guard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.install(editor.connection)


def unguard(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only_1.remove(editor.connection)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='GameDraft',
            fields=[
                ('code', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('fields', models.TextField()),
                ('made_at', models.DateTimeField(verbose_name='made')),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(blank=True, max_length=254, null=True, unique=True, verbose_name='e-mail address')),
                ('name', models.CharField(blank=True, max_length=40)),
                ('time_zone', models.CharField(default='UTC', max_length=64)),
                ('language', models.CharField(default='en', max_length=12)),
                ('language_known', models.BooleanField(default=False, editable=False)),
                ('quiet_from', models.PositiveSmallIntegerField(default=1320, validators=[django.core.validators.MaxValueValidator(1439)])),
                ('quiet_until', models.PositiveSmallIntegerField(default=420, validators=[django.core.validators.MaxValueValidator(1439)])),
                ('sends_at_once', models.BooleanField(default=False)),
                ('program', models.CharField(blank=True, default='', editable=False, max_length=31)),
                ('is_staff', models.BooleanField(default=False, verbose_name='staff')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('access_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('calendar_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('wants_hints', models.BooleanField(default=False, editable=False)),
                ('shows_presence', models.BooleanField(default=False, editable=False)),
                ('notes_read', models.JSONField(default=list, editable=False)),
                ('muted_until', models.DateTimeField(blank=True, null=True)),
                ('no_games_until', models.DateTimeField(blank=True, null=True, verbose_name='no new games until')),
                ('banned_until', models.DateTimeField(editable=False, null=True)),
                ('unreachable_since', models.DateTimeField(null=True)),
                ('unreachable_why', models.CharField(blank=True, choices=[('bounced', 
                    "emails come back"), ('complained', 
                    "marked as spam")], default='', max_length=10, verbose_name='why unreachable')),
                ('forget_at', models.DateTimeField(editable=False, null=True, verbose_name='to be forgotten')),
                ('forgotten_at', models.DateTimeField(editable=False, null=True, verbose_name='forgotten')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name='created')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('forget_at__isnull', False)), fields=['forget_at'], name='user_forget'),
                    models.Index(condition=models.Q(('unreachable_since__isnull', False)), fields=['unreachable_since'], name='user_unreachable'),
                    models.Index(condition=models.Q(('banned_until__isnull', False)), fields=['banned_until'], name='user_ban'),
                    models.Index(condition=models.Q(('email', None), ('forgotten_at', None)), fields=['created_at'], name='user_guest'),
                    models.Index(condition=models.Q(('email__isnull', False), ('last_login', None)), fields=['created_at'], name='user_typed'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='user_email_lower_case'),
                    models.CheckConstraint(condition=models.Q(('email', ''), _negated=True), name='user_email_not_empty'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(editable=False, max_length=10, validators=[django.core.validators.RegexValidator('^[23456789abcdefghjkmnpqrstuvwxyz]{10}$')])),
                ('terms', games.models.fields.TermsField()),
                ('seat_count', models.PositiveSmallIntegerField(verbose_name='number of players')),
                ('rematch_of', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game')),
                ('audience', models.CharField(default='link', max_length=8)),
                ('greeting', models.CharField(blank=True, default='', max_length=200)),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('frozen_at', models.DateTimeField(null=True, verbose_name='frozen since')),
                ('reveal_at', models.DateTimeField(null=True, verbose_name='final from')),
                ('spectators_talk', models.BooleanField(default=True, verbose_name='spectators may talk')),
                ('archived_at', models.DateTimeField(editable=False, null=True, verbose_name='archived')),
                ('version', models.PositiveIntegerField(default=0)),
                ('head', models.CharField(blank=True, default='', max_length=64)),
                ('logged_version', models.PositiveIntegerField(default=0, editable=False)),
                ('indexed_version', models.PositiveIntegerField(default=0, editable=False)),
                ('state', models.TextField(blank=True, default='')),
                ('state_version', models.PositiveSmallIntegerField(null=True)),
                ('table', models.TextField(blank=True, default='')),
                ('status', models.CharField(choices=[('inviting', 'waiting for players'), ('active', 'being played'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='inviting', max_length=10)),
                ('rules_version', models.PositiveSmallIntegerField(default=0)),
                ('round', models.PositiveSmallIntegerField(default=0)),
                ('phase', models.CharField(default='invitation', max_length=12)),
                ('is_voting', models.BooleanField(default=False, verbose_name='a vote is open')),
                ('started_at', models.DateTimeField(null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
                ('beacon_due_at', models.DateTimeField(null=True, verbose_name='beacon due')),
                ('votes_due_at', models.DateTimeField(null=True, verbose_name='vote open until')),
                ('answers_due_at', models.DateTimeField(null=True, verbose_name='answers due')),
                ('timeout_failed_at', models.DateTimeField(null=True, verbose_name='time-out failed')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_games', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'permissions': [('pause_game', 'Can pause and resume games, and give more time'), ('set_clock', 
                    "Can change the pace of a game"), ('manage_links', 
                    "Can make links useless, and send emails again"), ('replace_player', 
                    "Can replace players, and put seats on autopilot"), ('play_for_seat', 
                    "Can play for a seat"), ('roll_back_game', 'Can take a game back to an event'), ('end_game', 'Can end a game'), ('freeze_game', 'Can freeze and unfreeze games'), ('note_game', 'Can leave notes at a game, and answer reports'), ('warn_user', 'Can warn and mute players, and keep them from new games'), ('ban_user', 'Can ban players'), ('manage_accounts', 
                    "Can change addresses, and have people’s data deleted"), ('audit_game', 'Can read the whole record of a running game')],
                'indexes': [
                    models.Index(condition=models.Q(('status', 'inviting')), fields=['-created_at'], name='game_inviting'),
                    models.Index(condition=models.Q(('beacon_due_at__isnull', False)), fields=['beacon_due_at'], name='game_beacon'),
                    models.Index(condition=models.Q(('votes_due_at__isnull', False)), fields=['votes_due_at'], name='game_votes'),
                    models.Index(condition=models.Q(('answers_due_at__isnull', False)), fields=['answers_due_at'], name='game_answers'),
                    models.Index(condition=models.Q(('reveal_at__isnull', False)), fields=['reveal_at'], name='game_reveal'),
                    models.Index(condition=models.Q(('audience', 'everyone')), fields=['status', '-id'], name='game_listed'),
                    models.Index(condition=models.Q(('frozen_at__isnull', False), ('timeout_failed_at__isnull', False), _connector='OR'), fields=['id'], name='game_stuck'),
                    models.Index(condition=models.Q(('is_voting', True)), fields=['id'], name='game_voting'),
                    models.Index(condition=models.Q(('status__in', ('inviting', 'active'))), fields=['rules_version'], name='game_unfinished_rules'),
                    models.Index(condition=models.Q(('archived_at', None), ('status', 'finished')), fields=['finished_at'], name='game_to_archive'),
                    models.Index(condition=models.Q(('version__gt', models.F('logged_version'))), fields=['id'], name='game_unlogged'),
                    models.Index(condition=models.Q(('version__gt', models.F('indexed_version'))), fields=['id'], name='game_unindexed'),
                    models.Index(condition=models.Q(('rematch_of__isnull', False)), fields=['rematch_of'], name='game_rematch'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('seat_count__range', (2, 4))), name='game_seat_count_valid'),
                    models.CheckConstraint(condition=models.Q(('status__in', ['inviting', 'active', 'finished', 'cancelled'])), name='game_status_known'),
                    models.CheckConstraint(condition=models.Q(('audience__in', ['nobody', 'link', 'everyone'])), name='game_audience_known'),
                    models.UniqueConstraint(fields=('slug',), name='game_slug_once', opclasses=['varchar_pattern_ops']),
                    models.UniqueConstraint(condition=models.Q(('rematch_of__isnull', False), models.Q(('status', 'cancelled'), _negated=True)), fields=('rematch_of',), name='game_rematch_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('beat_at', models.DateTimeField(verbose_name='last beat')),
                ('beats', models.PositiveBigIntegerField(default=0)),
                ('database_id', models.UUIDField(default=uuid.uuid4, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(blank=True, default='', max_length=20)),
                ('namesake', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('invitation', models.CharField(choices=[('open', 'open'), ('linked', 'for anyone who has the link'), ('invited', 'invited'), ('accepted', 'accepted'), ('declined', 'declined')], max_length=10)),
                ('link_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('has_orders', models.BooleanField(default=False, verbose_name='orders')),
                ('looked_at', models.DateTimeField(null=True, verbose_name='last looked')),
                ('archived_in_time', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('archived_missed', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('archived_lost', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('awaited_at', models.DateTimeField(null=True, verbose_name='awaited since')),
                ('awaited_version', models.PositiveIntegerField(null=True)),
                ('deadline_at', models.DateTimeField(null=True, verbose_name='deadline')),
                ('seen_version', models.PositiveIntegerField(default=0)),
                ('is_on_autopilot', models.BooleanField(default=False, verbose_name=
                    "on autopilot")),
                ('remind_at', models.DateTimeField(null=True, verbose_name='next reminder')),
                ('orders_at', models.DateTimeField(null=True, verbose_name='orders due')),
                ('thinks_at', models.DateTimeField(null=True, verbose_name='thought due')),
                ('absent_user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='absent player')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('awaited_at__isnull', False)), fields=['deadline_at'], name='seat_awaited_deadline'),
                    models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='seat_reminder'),
                    models.Index(condition=models.Q(('orders_at__isnull', False)), fields=['orders_at'], name='seat_orders'),
                    models.Index(condition=models.Q(('thinks_at__isnull', False)), fields=['thinks_at'], name='seat_thoughts'),
                    models.Index(condition=models.Q(('is_on_autopilot', True)), fields=['game'], name='seat_on_autopilot'),
                    models.Index(condition=models.Q(('invitation', 'open')), fields=['game'], name='seat_open'),
                    models.Index(condition=models.Q(('absent_user__isnull', False)), fields=['absent_user'], name='seat_absent_user'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'number'), name='seat_number_once_a_game'),
                    models.UniqueConstraint(fields=('user', 'game'), name='seat_user_once_a_game'),
                    models.CheckConstraint(condition=models.Q(('number__lt', 4)), name='seat_number_valid'),
                    models.CheckConstraint(condition=models.Q(('invitation__in', ['open', 'linked', 'invited', 'accepted', 'declined'])), name='seat_invitation_known'),
                    models.CheckConstraint(condition=models.Q(('bot', ''), models.Q(('invitation', 'accepted'), ('user__isnull', True)), _connector='OR'), name='seat_automatic_without_user'),
                    models.CheckConstraint(condition=models.Q(models.Q(('invitation__in', ['open', 'linked']), _negated=True), ('user__isnull', True), _connector='OR'), name='seat_open_without_user'),
                    models.CheckConstraint(condition=models.Q(models.Q(('awaited_at__isnull', True), ('awaited_version__isnull', True), ('deadline_at__isnull', True)), models.Q(('awaited_at__isnull', False), ('awaited_version__isnull', False)), _connector='OR'), name='seat_awaited_whole'),
                ],
            },
        ),
        migrations.CreateModel(
            name='GameSeed',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seed', serialize=False, to='games.game')),
                ('secret', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField(verbose_name='began')),
                ('ended_at', models.DateTimeField(verbose_name='ended')),
                ('credited_up_to', models.BigIntegerField(default=0, verbose_name='credited up to game')),
                ('credited_at', models.DateTimeField(null=True, verbose_name='credited')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at__gt', models.F('began_at'))), name='outage_has_length')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('work', models.CharField(max_length=60)),
                ('row_id', models.BigIntegerField(verbose_name='row')),
                ('count', models.PositiveIntegerField(default=1, verbose_name='attempts')),
                ('begun_at', models.DateTimeField(verbose_name='last attempt')),
                ('next_at', models.DateTimeField(verbose_name='next attempt')),
                ('error', models.CharField(max_length=200)),
                ('given_up_at', models.DateTimeField(null=True, verbose_name='given up')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('work', 'row_id'), name='attempt_once_a_row')],
            },
        ),
        migrations.CreateModel(
            name='Restoration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('back_to', models.DateTimeField()),
                ('restored_at', models.DateTimeField(verbose_name='restored')),
                ('noted_up_to', models.BigIntegerField(default=0, verbose_name='noted up to game')),
                ('completed_at', models.DateTimeField(null=True, verbose_name='completed')),
            ],
        ),
        migrations.CreateModel(
            name='JoinLink',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='join_link', serialize=False, to='games.seat')),
                ('code', models.CharField(max_length=16, unique=True)),
                ('made_at', models.DateTimeField(verbose_name='made')),
            ],
        ),
        migrations.CreateModel(
            name='Profile',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='profile', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('slug', models.CharField(max_length=10, unique=True, validators=[django.core.validators.RegexValidator('^[23456789abcdefghjkmnpqrstuvwxyz]{10}$')])),
                ('shows_games', models.BooleanField(default=False)),
                ('shows_results', models.BooleanField(default=False)),
                ('shows_pace', models.BooleanField(default=False)),
                ('shows_record', models.BooleanField(default=False, verbose_name='shows decisions in time')),
                ('shows_ratings', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField(verbose_name='made')),
            ],
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rated', serialize=False, to='games.game')),
                ('player_count', models.PositiveSmallIntegerField(verbose_name='number of players')),
                ('ended_at', models.DateTimeField(verbose_name='ended')),
                ('ranks', models.JSONField()),
                ('substituted', models.JSONField(default=list, verbose_name='seats with a substitute')),
                ('is_waiting', models.BooleanField(default=True, verbose_name='waiting')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('is_waiting', True)), fields=['game'], name='rated_game_waiting'), models.Index(fields=['player_count', 'ended_at', 'game'], name='rated_game_order')],
            },
        ),
        migrations.CreateModel(
            name='PlayerRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mean', models.FloatField()),
                ('deviation', models.FloatField()),
                ('change', models.FloatField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
                ('rated_game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='games.ratedgame')),
            ],
            options={
                'verbose_name': 'rating',
                'constraints': [models.UniqueConstraint(fields=('rated_game', 'user'), name='rating_once_a_game')],
            },
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('used_at', models.DateTimeField(null=True, verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SeenBrowser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(max_length=64)),
                ('seen_at', models.DateTimeField(verbose_name='seen')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browsers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['seen_at'], name='seen_browser_age')],
                'constraints': [models.UniqueConstraint(fields=('browser', 'user'), name='seen_browser_once_a_user')],
            },
        ),
        migrations.CreateModel(
            name='CoachedDecision',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='coaching', serialize=False, to='games.seat')),
                ('version', models.PositiveIntegerField(verbose_name='version of the game')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('playouts', models.PositiveSmallIntegerField(default=0, verbose_name='playouts of each move')),
                ('moves', models.JSONField(null=True)),
                ('failed_at', models.DateTimeField(null=True, verbose_name='given up')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('failed_at__isnull', True), ('moves__isnull', True)), fields=['asked_at'], name='coached_decision_waiting')],
            },
        ),
        migrations.CreateModel(
            name='ComparedMove',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='compared', serialize=False, to='games.seat')),
                ('version', models.PositiveIntegerField(verbose_name='version of the game')),
                ('won', models.PositiveSmallIntegerField(verbose_name='games won, of 100')),
                ('next_best', models.PositiveSmallIntegerField(verbose_name='games won by the next best, of 100')),
            ],
        ),
        migrations.CreateModel(
            name='GameReview',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='review', serialize=False, to='games.game')),
                ('due_at', models.DateTimeField(null=True, verbose_name='due')),
                ('failed_at', models.DateTimeField(null=True, verbose_name='given up')),
                ('upto', models.PositiveIntegerField(default=0, verbose_name='reviewed up to event')),
                ('rounds', models.JSONField(default=list)),
                ('decisions', models.JSONField(default=list)),
                ('ending', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'review',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='review_due')],
            },
        ),
        migrations.CreateModel(
            name='SeatOrders',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='orders', serialize=False, to='games.seat')),
                ('text', models.TextField(max_length=2000, verbose_name='orders')),
                ('at_deadline', models.BooleanField(default=False, verbose_name='only when time runs out')),
                ('places_in_round', models.PositiveSmallIntegerField(verbose_name='placements in round')),
                ('uses_in_round', models.PositiveSmallIntegerField(verbose_name='uses in round')),
                ('written_at', models.DateTimeField(verbose_name='written')),
                ('disarmed_at', models.DateTimeField(null=True, verbose_name=
                    "set aside")),
                ('disarmed_for', models.JSONField(null=True, verbose_name='why put aside')),
            ],
            options={
                'verbose_name': 'orders',
                'verbose_name_plural': 'orders',
            },
        ),
        migrations.CreateModel(
            name='TalkRead',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='talk_read', serialize=False, to='games.seat')),
                ('upto', models.PositiveBigIntegerField(default=0, verbose_name='read up to')),
            ],
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(editable=False, max_length=16, unique=True, validators=[django.core.validators.RegexValidator('^[23456789abcdefghjkmnpqrstuvwxyz]{16}$')])),
                ('name', models.CharField(max_length=60)),
                ('description', models.CharField(blank=True, default='', max_length=1000)),
                ('is_tournament', models.BooleanField(default=False, verbose_name='tournament')),
                ('terms', games.models.fields.TermsField()),
                ('is_listed', models.BooleanField(default=False, verbose_name='listed for everybody')),
                ('games_each', models.PositiveSmallIntegerField(default=4, verbose_name='games of a division')),
                ('movers', models.PositiveSmallIntegerField(default=1, verbose_name='up and down')),
                ('pause_days', models.PositiveSmallIntegerField(default=7, verbose_name='days between seasons')),
                ('drop_out', models.CharField(choices=[('lost', 'Players who drop out come last in the games that they leave.'), ('autopilot', 'Autopilot finishes the games of players who drop out, and that counts.'), ('substitute', 'Players who drop out can name a substitute, who finishes their games.')], default='lost', max_length=10)),
                ('break_minutes', models.PositiveIntegerField(default=10, null=True, verbose_name='between rounds')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('last_word', models.CharField(blank=True, default='', max_length=300)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_leagues', to=settings.AUTH_USER_MODEL)),
                ('second_host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='co_hosted_leagues', to=settings.AUTH_USER_MODEL)),
                ('kept_out', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='HostAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('invited', 'invited somebody'), ('reminded', 'reminded somebody of an invitation'), ('withdrew', 'withdrew an invitation'), ('removed', 'took a player out'), ('changed', 'changed the terms'), ('wrote', 'wrote to all'), ('appointed', 'named a second host'), ('dismissed', 'dismissed the second host'), ('started', 'started a season by hand'), ('handed_over', 'handed over hosting'), ('closed', 'ended the league')], max_length=12)),
                ('words', models.CharField(blank=True, default='', max_length=2000)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='games.league')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='league',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.league'),
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('entering', 'open to players'), ('playing', 'being played'), ('over', 'over'), ('called_off', 'called off')], default='entering', max_length=10)),
                ('is_final', models.BooleanField(default=False, verbose_name='final')),
                ('starts_at', models.DateTimeField(null=True, verbose_name='starts')),
                ('reminded_at', models.DateTimeField(null=True, verbose_name='reminded')),
                ('postponed_at', models.DateTimeField(null=True, verbose_name='postponed')),
                ('started_at', models.DateTimeField(null=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
                ('due_at', models.DateTimeField(editable=False, null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='games.league')),
            ],
        ),
        migrations.CreateModel(
            name='LeagueInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('invited_at', models.DateTimeField(verbose_name='invited')),
                ('declined_at', models.DateTimeField(null=True, verbose_name='declined')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='league_invitation_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='league_game', serialize=False, to='games.game')),
                ('division', models.PositiveSmallIntegerField()),
                ('entrants', models.JSONField(verbose_name='entrants by seat')),
                ('ranks', models.JSONField(null=True)),
                ('scores', models.JSONField(default=list)),
                ('seed', models.CharField(default='', editable=False, max_length=64)),
                ('is_corrected', models.BooleanField(default=False, verbose_name='corrected')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.season')),
            ],
            options={
                'verbose_name': 'game of a league',
                'verbose_name_plural': 'games of leagues',
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('division', models.PositiveSmallIntegerField(null=True)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('rank', models.PositiveSmallIntegerField(null=True)),
                ('final_place', models.PositiveSmallIntegerField(null=True)),
                ('checked_in_at', models.DateTimeField(null=True, verbose_name='checked in')),
                ('dropped_at', models.DateTimeField(null=True, verbose_name='dropped out')),
                ('substitute', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('excluded_at', models.DateTimeField(null=True, verbose_name='excluded')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.season')),
            ],
        ),
        migrations.AddIndex(
            model_name='league',
            index=models.Index(condition=models.Q(('closed_at', None), ('is_listed', True)), fields=['-id'], name='league_listed'),
        ),
        migrations.AddIndex(
            model_name='league',
            index=models.Index(condition=models.Q(('closed_at__isnull', False), ('is_listed', True)), fields=['-closed_at'], name='league_archive'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('games_each__range', (1, 4))), name='league_games_each_valid'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('movers__range', (1, 2))), name='league_movers_valid'),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('drop_out__in', ['lost', 'autopilot', 'substitute'])), name='league_drop_out_known'),
        ),
        migrations.AddIndex(
            model_name='season',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='season_due'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='season_number_once'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['entering', 'playing', 'over', 'called_off'])), name='season_status_known'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('season', 'user'), name='entrant_once_a_season'),
        ),
        migrations.CreateModel(
            name='ModerationAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10, verbose_name='act')),
                ('seat_number', models.PositiveSmallIntegerField(null=True, verbose_name='seat')),
                ('reason', models.CharField(max_length=500)),
                ('nonce', models.CharField(editable=False, max_length=64)),
                ('sequence', models.PositiveIntegerField(null=True, verbose_name='event')),
                ('acted_at', models.DateTimeField(verbose_name='when')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moderation_actions', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moderation_actions', to='games.game')),
                ('league', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.league')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'act of the staff',
                'verbose_name_plural': 'acts of the staff',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='moderation_action_has_a_reason'),
                    models.CheckConstraint(condition=models.Q(('seat_number__isnull', True), ('seat_number__lt', 4), _connector='OR'), name='moderation_action_seat_valid'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StaffTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('person', 'looked at a person'), ('game', 'looked at a game on the desk'), ('record', 'read the record of a running game'), ('events', 'searched what happened'), ('list', 'read a list of the admin'), ('rights', 'changed rights')], max_length=6)),
                ('detail', models.CharField(blank=True, default='', max_length=500)),
                ('at', models.DateTimeField(verbose_name='when')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='traces', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                ('user', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'trace of the staff',
                'verbose_name_plural': 'traces of the staff',
                'indexes': [models.Index(fields=['by', 'at'], name='staff_trace_by')],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('stalling', 'Letting others wait'), ('abuse', 'Insults or harassment'), ('collusion', 'Playing together against others'), ('accounts', 'One person with several accounts'), ('lost_link', 'I can’t get into my game'), ('address', 'My address is wrong or lost'), ('tournament', 'A league or tournament'), ('bug', 'Something doesn’t work'), ('other', 'Something else')], default='other', max_length=10)),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('reported_at', models.DateTimeField(verbose_name='last reported')),
                ('taken_at', models.DateTimeField(null=True, verbose_name='taken up')),
                ('handled_at', models.DateTimeField(null=True, verbose_name='handled')),
                ('waits_until', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('outcome', models.CharField(blank=True, default='', max_length=500)),
                ('is_granted', models.BooleanField(null=True, verbose_name='appeal granted')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cases', to=settings.AUTH_USER_MODEL)),
                ('act', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='games.moderationaction', verbose_name='against the act')),
                ('assignee', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='in the hands of')),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='cases', to='games.game')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['opened_at'], name='case_open'), models.Index(fields=['-closed_at'], name='case_closed')],
                'constraints': [models.CheckConstraint(condition=models.Q(('closed_at__isnull', False), ('closed_by__isnull', True), _connector='OR'), name='case_closed_by_somebody_then'), models.CheckConstraint(condition=models.Q(('kind__in', ['stalling', 'abuse', 'collusion', 'accounts', 'lost_link', 'address', 'tournament', 'bug', 'other'])), name='case_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='CaseMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=1000)),
                ('written_at', models.DateTimeField(verbose_name='written')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.case')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='case_messages', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='CaseLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='games.case')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('case', 'by'), name='case_look_once')],
            },
        ),
        migrations.CreateModel(
            name='StaffNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=1000)),
                ('written_at', models.DateTimeField(verbose_name='written')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.case')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staff_notes', to='games.game')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staff_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'note of the staff',
                'verbose_name_plural': 'notes of the staff',
            },
        ),
        migrations.CreateModel(
            name='GameWords',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='words', serialize=False, to='games.game')),
                ('text', models.TextField()),
            ],
            options={
                'verbose_name': 'words of a game',
                'verbose_name_plural': 'words of games',
            },
        ),
        migrations.CreateModel(
            name='GameArchive',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='archive', serialize=False, to='games.game')),
                ('last_sequence', models.PositiveIntegerField(verbose_name='last event')),
                ('head', models.CharField(max_length=64, verbose_name='hash of the last event')),
                ('last_recorded_at', models.DateTimeField(verbose_name='last event recorded')),
                ('content', models.BinaryField()),
                ('parts', models.JSONField()),
                ('marks', models.BinaryField()),
                ('archived_at', models.DateTimeField(verbose_name='archived')),
            ],
            options={
                'verbose_name': 'archive of a game',
                'verbose_name_plural': 'archives of games',
            },
        ),
        migrations.CreateModel(
            name='GameCheck',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='check_passed', serialize=False, to='games.game')),
                ('version', models.PositiveIntegerField(verbose_name='up to event')),
                ('head', models.CharField(blank=True, max_length=64, verbose_name='hash of that event')),
                ('checked_at', models.DateTimeField(verbose_name='checked')),
            ],
            options={
                'verbose_name': 'check of a game',
                'verbose_name_plural': 'checks of games',
            },
        ),
        migrations.CreateModel(
            name='StoredEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('type', models.CharField(max_length=40)),
                ('schema_version', models.PositiveSmallIntegerField()),
                ('data', models.TextField()),
                ('decided_by', models.PositiveSmallIntegerField(null=True)),
                ('source', models.CharField(choices=[('page', 'on the page'), ('reply', 
                    "by replying to an email"), ('api', 'by a program'), ('orders', 'orders'), ('automatic', 
                    "bot"), ('timeout', 'time ran out'), ('autopilot', 
                    "autopilot"), ('staff', 
                    "the moderators"), ('service', 'the service')], max_length=10)),
                ('command', models.TextField(blank=True, default='')),
                ('request_id', models.UUIDField(null=True, verbose_name='request')),
                ('recorded_at', models.DateTimeField(verbose_name='recorded')),
                ('hash', models.CharField(max_length=64)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.game')),
            ],
            options={
                'indexes': [
                    models.Index(django.db.models.functions.text.Left('hash', 12), name='event_mark'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'sequence'), name='event_sequence_once_a_game'),
                    models.UniqueConstraint(condition=models.Q(('request_id__isnull', False)), fields=('game', 'request_id'), name='event_request_once_a_game'),
                    models.CheckConstraint(condition=models.Q(('sequence__gte', 1)), name='event_sequence_from_one'),
                    models.CheckConstraint(condition=models.Q(('decided_by__isnull', True), ('decided_by__lt', 4), _connector='OR'), name='event_decided_by_valid'),
                    models.CheckConstraint(condition=models.Q(('source__in', ['page', 'reply', 'api', 'orders', 'automatic', 'timeout', 'autopilot', 'staff', 'service'])), name='event_source_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeatOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('for_good', models.BooleanField(verbose_name='for good')),
                ('by_player', models.BooleanField(default=False, verbose_name="by the seat's player")),
                ('offered_at', models.DateTimeField(verbose_name='offered')),
                ('state', models.CharField(choices=[('open', 'open'), ('taken', 'taken: the user sat down'), ('declined', 'declined by the user'), ('withdrawn', 'withdrawn by the person who made it'), ('lapsed', 'lapsed: the seat needs nobody, or the user cannot come')], default='open', max_length=9)),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('invited_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='games.seat')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_offers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'offer of a seat',
                'verbose_name_plural': 'offers of seats',
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('seat', 'user'), name='offer_once_a_seat'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TalkMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True, max_length=1000)),
                ('said_at', models.DateTimeField(verbose_name='said')),
                ('hidden_at', models.DateTimeField(null=True, verbose_name='hidden')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='talk', to='games.game')),
                ('hidden_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='talk', to='games.seat')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='talk', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'table talk',
                'verbose_name_plural': 'table talk',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('hidden_at__isnull', False), ('hidden_by__isnull', True), _connector='OR'), name='talk_hidden_by_somebody_then'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TalkMute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.game', verbose_name='muted table')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='muted person')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='talk_mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'mute',
                'constraints': [models.CheckConstraint(condition=models.Q(('person', None), ('game', None), _connector='XOR'), name='talk_mute_of_one'), models.UniqueConstraint(condition=models.Q(('person__isnull', False)), fields=('user', 'person'), name='talk_mute_person_once'), models.UniqueConstraint(condition=models.Q(('game__isnull', False)), fields=('user', 'game'), name='talk_mute_table_once')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField(blank=True, max_length=1000)),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.case')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.game')),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.talkmessage', verbose_name='about the message')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.seat', verbose_name='about the seat')),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('used', models.PositiveIntegerField()),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'indexes': [models.Index(fields=['ends_at'], name='tally_ends')],
            },
        ),
        migrations.CreateModel(
            name='TransparencyLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('origin', models.CharField(max_length=200, unique=True)),
                ('began_at', models.DateTimeField(verbose_name='began')),
                ('lost_checkpoint', models.TextField(blank=True, default='')),
                ('follows', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='followed_by', to='games.transparencylog')),
            ],
            options={
                'verbose_name': 'log',
                },
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('size', models.PositiveBigIntegerField()),
                ('note', models.TextField()),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('log', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='checkpoints', to='games.transparencylog')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('log', 'size'), name='checkpoint_once')],
            },
        ),
        migrations.CreateModel(
            name='LogLeaf',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveBigIntegerField()),
                ('sequence', models.PositiveIntegerField()),
                ('data', models.TextField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leaves', to='games.game')),
                ('log', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leaves', to='games.transparencylog')),
            ],
            options={
                'verbose_name': 'leaf',
                'verbose_name_plural': 'leaves',
                'constraints': [models.UniqueConstraint(fields=('log', 'index'), name='leaf_index_once'), models.UniqueConstraint(fields=('game', 'log', 'sequence'), name='leaf_of_event_once_a_log')],
            },
        ),
        migrations.CreateModel(
            name='TreeNode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('index', models.PositiveBigIntegerField()),
                ('hash', models.BinaryField(max_length=32)),
                ('log', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='nodes', to='games.transparencylog')),
            ],
            options={
                'verbose_name': 'node',
                'constraints': [models.UniqueConstraint(fields=('log', 'level', 'index'), name='node_place_once')],
            },
        ),
        migrations.CreateModel(
            name='Cosignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('witness', models.CharField(max_length=200)),
                ('line', models.TextField()),
                ('signed_at', models.DateTimeField(verbose_name='signed')),
                ('checkpoint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cosignatures', to='games.checkpoint')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('checkpoint', 'witness'), name='cosignature_once_a_witness')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('follower', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='follows', to='games.game')),
                ('profile', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='follows', to='games.profile')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('profile__isnull', True)), models.Q(('game__isnull', True), ('profile__isnull', False)), _connector='OR'), name='follow_of_one_thing'), models.UniqueConstraint(condition=models.Q(('game__isnull', False)), fields=('follower', 'game'), name='follow_game_once'), models.UniqueConstraint(condition=models.Q(('profile__isnull', False)), fields=('follower', 'profile'), name='follow_profile_once')],
            },
        ),
        migrations.AddField(
            model_name='moderationaction',
            name='case',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='games.case'),
        ),
        migrations.RunPython(install_search, remove_search),
        migrations.RunPython(guard, unguard),
        migrations.RunPython(groups_1.make, groups_1.remove),
    ]
