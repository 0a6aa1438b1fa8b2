"""Rules as the machine runs them: the defaults, the variables of an occurrence, what intents do, and checks."""
