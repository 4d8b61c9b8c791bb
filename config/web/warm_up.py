"""What pages are made of, loaded before a process takes its first visitor in.

Django reads addresses, views, templates and languages when they are first asked for.
That takes most of a second of a core, and seconds on a machine that has much to do:
whoever came first to a process that was just started waited, with a move in hand.
"""

from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.urls import get_resolver
from django.utils import translation


def warm_up() -> None:
    """Load all addresses with their views, our own templates, and every language."""
    import_module(settings.ROOT_URLCONF)
    get_resolver().reverse_dict.keys()  # which has to be asked for
    for engine in engines.all():
        if isinstance(engine, DjangoTemplates):
            for folder in map(Path, engine.dirs):
                for path in sorted(folder.rglob("*.html")):
                    engine.get_template(str(path.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")
