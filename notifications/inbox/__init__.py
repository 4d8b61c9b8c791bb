"""How mails come in: the channels, what is stored, who processes it, who sent it."""
