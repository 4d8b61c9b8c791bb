"""The tables of mails, out and in."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import notifications.models.outgoing

class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='MailboxMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sender', models.CharField(max_length=320)),
                ('recipient', models.CharField(db_index=True, max_length=320)),
                ('subject', models.CharField(blank=True, max_length=998)),
                ('received_at', models.DateTimeField()),
                ('source', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='Suppression',
            fields=[
                ('recipient', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('since', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='IncomingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message_id', models.CharField(max_length=255, verbose_name='Message-ID')),
                ('channel', models.CharField(choices=[('smtp', 'SMTP'), ('lmtp', 'LMTP'), ('provider', 'mail provider'), ('command', 'standard input'), ('mailbox', 'mailbox page')], max_length=10)),
                ('sender', models.CharField(blank=True, max_length=320, verbose_name='from')),
                ('recipient', models.CharField(max_length=320, verbose_name='to')),
                ('subject', models.CharField(blank=True, max_length=998)),
                ('source', models.BinaryField()),
                ('pruned_at', models.DateTimeField(null=True, verbose_name='its words deleted')),
                ('is_authenticated', models.BooleanField(default=False, verbose_name='sender authenticated')),
                ('is_signed', models.BooleanField(default=False, verbose_name="signed by its sender's domain")),
                ('received_at', models.DateTimeField(verbose_name='received')),
                ('zone', models.CharField(blank=True, default='', max_length=64, verbose_name='time zone taken')),
                ('answers_lost', models.BooleanField(default=False, verbose_name='answers a lost mail')),
                ('reading', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('pending', 'waits to be confirmed'), ('ignored', 'ignored')], default='waiting', max_length=10, verbose_name='state')),
                ('fate', models.CharField(blank=True, choices=[('done', 'done'), ('asked', 'asked back'), ('refused', 'refused'), ('not_for_us', 'not for us')], default='', max_length=10)),
                ('why', models.CharField(blank=True, default='', max_length=200)),
                ('results', models.JSONField(default=list)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('ready_since', models.DateTimeField(null=True)),
                ('claimed_at', models.DateTimeField(null=True, verbose_name='claimed')),
                ('read_at', models.DateTimeField(null=True, verbose_name='read')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.seat')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='incoming_mails', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('pruned_at__isnull', False)), fields=['received_at'], name='incoming_mail_pruned'),
                    models.Index(condition=models.Q(('reading', 'waiting')), fields=['due_at'], name='incoming_mail_due'),
                    models.Index(condition=models.Q(('pruned_at', None)), fields=['received_at'], name='incoming_mail_unpruned'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('message_id', 'recipient'), name='incoming_mail_once'),
                    models.CheckConstraint(condition=models.Q(('reading__in', ['waiting', 'done', 'pending', 'ignored'])), name='incoming_mail_reading_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=500, unique=True)),
                ('p256dh', models.CharField(max_length=88)),
                ('auth', models.CharField(max_length=24)),
                ('browser', models.CharField(blank=True, default='', max_length=60)),
                ('created_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.URLField(max_length=500)),
                ('shape', models.CharField(choices=[('standard', 'a program of mine (Standard Webhooks)'), ('discord', 'Discord'), ('slack', 'Slack'), ('matrix', 'Matrix (hookshot)'), ('ntfy', 'ntfy')], max_length=10)),
                ('secret', models.CharField(editable=False, max_length=80)),
                ('old_secret', models.CharField(blank=True, default='', editable=False, max_length=80)),
                ('rotated_at', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('off_at', models.DateTimeField(null=True)),
                ('off_why', models.CharField(blank=True, default='', max_length=300)),
                ('made_at', models.DateTimeField()),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=notifications.models.outgoing.kind_choices, max_length=30)),
                ('topic', models.CharField(blank=True, choices=[('turns', 'Your turn'), ('reminders', 'Reminders'), ('table', 
                    "News from the table"), ('results', 'Results'), ('invitations', 'Invitations'), ('talk', 'Table talk'), ('leagues', 'Leagues and tournaments'), ('following', 'What you follow')], default='', max_length=12)),
                ('about_version', models.PositiveIntegerField(null=True)),
                ('shown_version', models.PositiveIntegerField(null=True)),
                ('listed', models.JSONField(default=list)),
                ('entry_ends', models.DateTimeField(null=True)),
                ('to_address', models.EmailField(blank=True, default='', max_length=254)),
                ('code', models.CharField(blank=True, default='', max_length=20)),
                ('next_page', models.CharField(blank=True, default='', max_length=500)),
                ('details', models.JSONField(default=dict)),
                ('dedupe_key', models.CharField(max_length=120)),
                ('message_id', models.CharField(max_length=255, verbose_name='Message-ID')),
                ('status', models.CharField(choices=[('pending', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('skipped', 'skipped'), ('failed', 'failed')], default='pending', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('vanished', models.PositiveSmallIntegerField(default=0)),
                ('is_counted', models.BooleanField(default=False, editable=False)),
                ('failing_since', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, default='', max_length=500)),
                ('obstacle', models.CharField(blank=True, choices=[('server', 'the server accepts nothing from us'), ('answer', 'the server deferred this mail; it may accept others'), ('fault', 'a fault of ours: it could not be rendered')], default='', max_length=6)),
                ('ready_since', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('held_until', models.DateTimeField(null=True)),
                ('claimed_at', models.DateTimeField(null=True, verbose_name='claimed')),
                ('sent_at', models.DateTimeField(null=True, verbose_name='sent')),
                ('opened_at', models.DateTimeField(null=True, verbose_name='opened by link')),
                ('sent_to', models.CharField(blank=True, default='', max_length=254)),
                ('act', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.moderationaction', verbose_name='act of the staff')),
                ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
                ('incoming', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answers', to='notifications.incomingmail', verbose_name='answer to')),
                ('offer', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seatoffer', verbose_name='offer of a seat')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.seat')),
                ('webhook', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='notifications.webhook')),
                ('beside', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.outgoingmail')),
                ('subscription', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='notifications.pushsubscription', verbose_name='browser')),
                ('part_of', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='parts', to='notifications.outgoingmail')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='outgoing_mails', to=settings.AUTH_USER_MODEL, verbose_name='recipient')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ['sent', 'skipped', 'failed'])), fields=['created_at'], name='outgoing_mail_settled'),
                    models.Index(condition=models.Q(('status', 'pending'), ('status', 'sending'), _connector='OR'), fields=['due_at'], name='outgoing_mail_due'),
                    models.Index(fields=['game', 'user'], name='outgoing_mail_thread'),
                    models.Index(fields=['message_id'], name='outgoing_mail_message_id'),
                    models.Index(condition=models.Q(('incoming__isnull', False)), fields=['incoming'], name='outgoing_mail_incoming'),
                    models.Index(condition=models.Q(('act__isnull', False)), fields=['act'], name='outgoing_mail_act'),
                    models.Index(condition=models.Q(('offer__isnull', False)), fields=['offer'], name='outgoing_mail_offer'),
                    models.Index(condition=models.Q(('subscription__isnull', False)), fields=['subscription'], name='outgoing_mail_subscription'),
                    models.Index(condition=models.Q(('webhook__isnull', False)), fields=['webhook'], name='outgoing_mail_webhook'),
                    models.Index(condition=models.Q(('beside__isnull', False)), fields=['beside'], name='outgoing_mail_beside'),
                    models.Index(condition=models.Q(('part_of__isnull', False)), fields=['part_of'], name='outgoing_mail_part_of'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('dedupe_key',), name='outgoing_mail_once', opclasses=['varchar_pattern_ops']),
                    models.CheckConstraint(condition=models.Q(('status__in', ['pending', 'sending', 'sent', 'skipped', 'failed'])), name='outgoing_mail_status_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status', 'sending'), _negated=True), ('claimed_at__isnull', False), _connector='OR'), name='outgoing_mail_claimed_when_sending'),
                    models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='outgoing_mail_sent_at_when_sent'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MailStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('what', models.CharField(choices=[('sent', 'handed over'), ('skipped', 'skipped'), ('deferred', 'put off'), ('refused', 'refused for good'), ('vanished', 'worker vanished'), ('resent', 'to be sent again'), ('delivered', 'delivered'), ('delayed', 'delayed on its way'), ('soft', 'came back for now'), ('bounced', 'came back'), ('complained', 
                    "marked as spam")], max_length=10)),
                ('words', models.CharField(blank=True, default='', max_length=500)),
                ('reference', models.CharField(blank=True, default='', max_length=255)),
                ('mail', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='notifications.outgoingmail')),
            ],
            options={
                'verbose_name': 'step of a mail',
                'verbose_name_plural': 'steps of a mail',
                'indexes': [
                    models.Index(fields=['at'], name='mail_step_at'),
                    models.Index(condition=models.Q(('what', 'sent'), models.Q(('reference', ''), _negated=True)), fields=['reference'], name='mail_step_reference'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('reference', ''), _negated=True), fields=('mail', 'what', 'reference'), name='mail_step_once'),
                    models.CheckConstraint(condition=models.Q(('what__in', ['sent', 'skipped', 'deferred', 'refused', 'vanished', 'resent', 'delivered', 'delayed', 'soft', 'bounced', 'complained'])), name='mail_step_what_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TopicSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(choices=[('turns', 'Your turn'), ('reminders', 'Reminders'), ('table', 
                    "News from the table"), ('results', 'Results'), ('invitations', 'Invitations'), ('talk', 'Table talk'), ('leagues', 'Leagues and tournaments'), ('following', 'What you follow')], max_length=12)),
                ('is_on', models.BooleanField()),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='topic_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('game', None)), fields=('user', 'topic'), name='topic_subscription_once_overall'), models.UniqueConstraint(condition=models.Q(('game__isnull', False)), fields=('user', 'game', 'topic'), name='topic_subscription_once_a_game'), models.CheckConstraint(condition=models.Q(('topic__in', ['turns', 'reminders', 'table', 'results', 'invitations', 'talk', 'leagues', 'following'])), name='topic_subscription_topic_known')],
            },
        ),
        migrations.CreateModel(
            name='MailPreferences',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('at_once', 'At once'), ('hourly', 'At most one an hour'), ('daily', 'Once a day')], default='at_once', max_length=10)),
                ('pace_is_chosen', models.BooleanField(default=False)),
                ('daily_at', models.PositiveSmallIntegerField(default=480, validators=[django.core.validators.MaxValueValidator(1439)])),
                ('quiet', models.BooleanField(default=False)),
                ('text_only', models.BooleanField(default=False)),
                ('individual_subjects', models.BooleanField(default=False)),
                ('calendar_files', models.BooleanField(default=False)),
                ('defers_while_online', models.BooleanField(default=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mail_preferences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pace__in', ['at_once', 'hourly', 'daily'])), name='mail_preferences_pace_known'), models.CheckConstraint(condition=models.Q(('daily_at__lt', 1440)), name='mail_preferences_daily_at_in_day')],
            },
        ),
        migrations.AddField(
            model_name='incomingmail',
            name='replies_to',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='notifications.outgoingmail', verbose_name='answers'),
        ),
    ]
