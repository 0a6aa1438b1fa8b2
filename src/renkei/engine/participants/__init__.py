"""Participants: who is in the project, in which group, what each may do, and what happens when one leaves."""
