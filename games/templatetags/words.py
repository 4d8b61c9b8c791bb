"""What templates need to tell what can be typed."""

from django import template

from games.words.spelling import spelled

register = template.Library()
register.filter("spelled", spelled)
