"""HTTP: the web server, middleware, static files, pages for requests that fail."""
