"""Mails are given up by how long they fail, or by how many workers they took down."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0005_what_the_staff_did'),
    ]

    operations = [
        migrations.AddField(
            model_name='outgoingmail',
            name='failing_since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='outgoingmail',
            name='vanished',
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
