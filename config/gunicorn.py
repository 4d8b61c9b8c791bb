"""How the pages are served: one process, four threads.

`gunicorn --config python:config.gunicorn --bind 127.0.0.1:8000 config.wsgi`
"""

import gc
from typing import Any

from gunicorn.config import Config
from gunicorn.glogging import Logger

from config.log_redaction import RedactingFormatter

workers = 1
worker_class = "gthread"
threads = 4
timeout = 30
graceful_timeout = 5
loglevel = "warning"
control_socket_disable = True
# No access log: it would hold the links, which are keys.
accesslog = None


class RedactedLogger(Logger):
    """Gunicorn's own messages may quote the address of a request that failed."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(RedactingFormatter(self.error_fmt, self.datefmt))


logger_class = RedactedLogger


def post_worker_init(worker: Any) -> None:
    """What is loaded now stays: spare every later garbage collection from visiting."""
    gc.collect()
    gc.freeze()
