"""Transcripts that coding agents keep of their sessions: importing them into projects, and auditing a project."""
