"""The tools with which a model works on a project. Nothing here depends on the protocol that carries the calls."""
