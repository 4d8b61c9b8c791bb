"""
What tests and benchmarks start beside themselves, and how they break it.

- `servers`: PostgreSQL and Valkey, alone or as the servers of a production service
- `mail_server`: an SMTP server that keeps mails, and fails as told
- `page_server`: the pages in one process, for browser tests
- `service`: the whole service by `manage.py up`
- `kept_programs`: single programs of the service, which can be killed
- `broker_faults`, `wall_clock`: a failing broker, and a wrong clock
- `environment`: the settings with which all of these start
"""
