"""Triage: what follows from an answer, what became of an entry, similar answers, snoozes, and who answers now."""
