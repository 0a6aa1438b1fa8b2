"""Transcripts that coding agents keep of their sessions: reading them into projects, and auditing a project."""
