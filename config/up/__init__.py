"""`manage.py up`: the whole service on one machine, started, watched and stopped."""

from config.up.errors import CannotStart, WrongOption
from config.up.service import Options, serve

__all__ = ["CannotStart", "Options", "WrongOption", "serve"]
