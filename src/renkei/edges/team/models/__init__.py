"""Language models: the port of one, the providers, and models that play a script."""
