"""Running rules: the defaults, the variables of an occurrence, the effects of intents, and checks."""
