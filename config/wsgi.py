"""The WSGI application: `config.wsgi.application`."""

import os

import django

from config.web.handler import Handler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)
application = Handler()
