"""Delivery status: learning whether mails arrived, and acting on bounces."""
