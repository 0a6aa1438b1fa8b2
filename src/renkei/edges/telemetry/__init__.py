"""Sends a project's spans to a collector, over OTLP."""
