"""Run coding agents, and connect those that run already."""
