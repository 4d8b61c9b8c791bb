"""What templates need to tell what can be typed."""

from django import template

from games.words.spelling import spelled, spelled_orders

register = template.Library()
register.filter("spelled", spelled)
register.filter("spelled_orders", spelled_orders)
