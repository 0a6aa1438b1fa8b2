"""Immutable values: frozen classes that are cheap to define, and a fast `replace`."""
