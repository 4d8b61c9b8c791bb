"""What templates of mails need to tell how they can be answered."""

from django import template

from notifications.replies.spelling import spelled

register = template.Library()
register.filter("spelled", spelled)
