"""What becomes of our mails: a row for each thing that happens, and where they went."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0002_incoming'),
    ]

    operations = [
        migrations.AddField(
            model_name='outgoingmail',
            name='sent_to',
            field=models.CharField(blank=True, default='', max_length=254, verbose_name='sent to'),
        ),
        migrations.CreateModel(
            name='MailStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('what', models.CharField(choices=[('sent', 'handed over'), ('skipped', 'skipped'), ('deferred', 'put off'), ('refused', 'refused for good'), ('vanished', 'worker vanished'), ('resent', 'to be sent again'), ('delivered', 'delivered'), ('delayed', 'delayed on its way'), ('soft', 'came back for now'), ('bounced', 'came back'), ('complained', 'marked as unwanted')], max_length=10, verbose_name='what')),
                ('words', models.CharField(blank=True, default='', max_length=500, verbose_name='words')),
                ('reference', models.CharField(blank=True, default='', max_length=255)),
                ('mail', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='notifications.outgoingmail', verbose_name='mail')),
            ],
            options={
                'verbose_name': 'step of a mail',
                'verbose_name_plural': 'steps of a mail',
                'indexes': [models.Index(condition=models.Q(('what', 'sent'), models.Q(('reference', ''), _negated=True)), fields=['reference'], name='mail_step_reference')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('reference', ''), _negated=True), fields=('mail', 'what', 'reference'), name='mail_step_once'), models.CheckConstraint(condition=models.Q(('what__in', ['sent', 'skipped', 'deferred', 'refused', 'vanished', 'resent', 'delivered', 'delayed', 'soft', 'bounced', 'complained'])), name='mail_step_what_known')],
            },
        ),
    ]
