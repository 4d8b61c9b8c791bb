"""What templates need to tell what can be typed."""

from django import template

from games.words.spelling import spell_command, spell_orders

register = template.Library()
register.filter("spelled", spell_command)
register.filter("spelled_orders", spell_orders)
