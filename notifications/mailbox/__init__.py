"""The development mailbox: mails are stored as rows and shown under /mailbox/."""
