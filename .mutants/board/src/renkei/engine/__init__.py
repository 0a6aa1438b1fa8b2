"""The machine that puts the parts together: State, commands, decide, apply, settle, replay, views."""
