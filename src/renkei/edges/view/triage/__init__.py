"""Triage: consequences of answers, outcomes of entries, answers to several at once, snoozes, and presence."""
