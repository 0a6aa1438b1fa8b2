"""A language model that plays a script, over the real HTTP of four APIs."""
