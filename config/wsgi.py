"""What a web server calls: `config.wsgi.application`."""

import os

from django.core.wsgi import get_wsgi_application

from config.content_types import ReadableContentTypes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = ReadableContentTypes(get_wsgi_application())
