"""Language models: their port, the providers, and models that play a script."""
