"""The pages of the site's log, and what machines fetch of it."""
