"""The inbox: channels by which mails come in, storage, processing, authentication."""
