"""What is known of people below all rooms: addresses, mails lost, passkeys."""
