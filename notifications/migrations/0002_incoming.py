"""Mails that come in, and what our mails showed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_replies'),
        ('notifications', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='outgoingmail',
            name='shown_version',
            field=models.PositiveIntegerField(null=True, verbose_name='shown version'),
        ),
        migrations.CreateModel(
            name='IncomingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message_id', models.CharField(max_length=255, verbose_name='Message-ID')),
                ('way', models.CharField(choices=[('smtp', 'SMTP'), ('lmtp', 'LMTP'), ('provider', 'mail provider'), ('command', 'standard input'), ('mailbox', 'mailbox page')], max_length=10, verbose_name='way in')),
                ('sender', models.CharField(blank=True, max_length=320, verbose_name='from')),
                ('recipient', models.CharField(max_length=320, verbose_name='to')),
                ('subject', models.CharField(blank=True, max_length=998, verbose_name='subject')),
                ('source', models.BinaryField()),
                ('is_vouched', models.BooleanField(default=False, verbose_name='sender vouched for')),
                ('received_at', models.DateTimeField(verbose_name='received')),
                ('reading', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done'), ('draft', 'waits to be confirmed'), ('ignored', 'ignored')], default='waiting', max_length=10, verbose_name='state')),
                ('why', models.CharField(blank=True, default='', max_length=200, verbose_name='why')),
                ('steps', models.JSONField(default=list, verbose_name='steps')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('claimed_at', models.DateTimeField(null=True, verbose_name='claimed')),
                ('read_at', models.DateTimeField(null=True, verbose_name='read')),
                ('replies_to', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='notifications.outgoingmail', verbose_name='answers')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.seat', verbose_name='seat')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='incoming_mails', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'incoming mail',
                'verbose_name_plural': 'incoming mails',
            },
        ),
        migrations.AddField(
            model_name='outgoingmail',
            name='incoming',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answers', to='notifications.incomingmail', verbose_name='answer to'),
        ),
        migrations.AddIndex(
            model_name='outgoingmail',
            index=models.Index(fields=['message_id'], name='outgoing_mail_message_id'),
        ),
        migrations.AddIndex(
            model_name='incomingmail',
            index=models.Index(condition=models.Q(('reading', 'waiting')), fields=['due_at'], name='incoming_mail_due'),
        ),
        migrations.AddConstraint(
            model_name='incomingmail',
            constraint=models.UniqueConstraint(fields=('message_id', 'recipient'), name='incoming_mail_once'),
        ),
        migrations.AddConstraint(
            model_name='incomingmail',
            constraint=models.CheckConstraint(condition=models.Q(('reading__in', ['waiting', 'done', 'draft', 'ignored'])), name='incoming_mail_reading_known'),
        ),
    ]
