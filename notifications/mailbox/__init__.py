"""The development mailbox: mails become rows that the pages under /mailbox/ show."""
