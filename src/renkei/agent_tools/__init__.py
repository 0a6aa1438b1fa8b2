"""The tools of agents: what a model can do with a project. Nothing here knows the protocol that carries the calls."""
