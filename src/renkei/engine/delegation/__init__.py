"""Contracts as the machine sees them: who may do what, what follows, and what rules see."""
