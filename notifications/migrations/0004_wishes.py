"""What players wish of their mails; and which digest tells of a mail."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_replies'),
        ('notifications', '0003_fates'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='outgoingmail',
            name='told_in',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='parts', to='notifications.outgoingmail', verbose_name='told in'),
        ),
        migrations.CreateModel(
            name='MailSwitch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(choices=[('turns', 'Your turn'), ('reminders', 'Reminders'), ('table', 'What happens at the table'), ('results', 'Results'), ('invitations', 'Invitations')], max_length=12, verbose_name='topic')),
                ('is_on', models.BooleanField(verbose_name='on')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='games.game', verbose_name='game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mail_switches', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'switch for mails',
                'verbose_name_plural': 'switches for mails',
                'constraints': [models.UniqueConstraint(condition=models.Q(('game', None)), fields=('user', 'topic'), name='mail_switch_once_overall'), models.UniqueConstraint(condition=models.Q(('game__isnull', False)), fields=('user', 'game', 'topic'), name='mail_switch_once_a_game'), models.CheckConstraint(condition=models.Q(('topic__in', ['turns', 'reminders', 'table', 'results', 'invitations'])), name='mail_switch_topic_known')],
            },
        ),
        migrations.CreateModel(
            name='MailWishes',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('at_once', 'At once'), ('hourly', 'At most one an hour'), ('daily', 'Once a day')], default='at_once', max_length=10, verbose_name='pace')),
                ('daily_at', models.PositiveSmallIntegerField(default=480, validators=[django.core.validators.MaxValueValidator(1439)], verbose_name='daily at')),
                ('quiet', models.BooleanField(default=False, verbose_name='waits through quiet hours')),
                ('text_only', models.BooleanField(default=False, verbose_name='text only')),
                ('holds_back', models.BooleanField(default=True, verbose_name='held back while looking')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mail_wishes', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'wishes about mails',
                'verbose_name_plural': 'wishes about mails',
                'constraints': [models.CheckConstraint(condition=models.Q(('pace__in', ['at_once', 'hourly', 'daily'])), name='mail_wishes_pace_known'), models.CheckConstraint(condition=models.Q(('daily_at__lt', 1440)), name='mail_wishes_daily_at_in_day')],
            },
        ),
    ]
