"""Texts about the life of a teammate, for itself and for others: English."""

LIFE: dict[str, str | tuple[str, str]] = {
    "teammate.woken": "Why you are woken: {reason}",
    "teammate.claimed": "You have claimed {id}.",
    "teammate.cut_off": "Your answer reached its limit of tokens. Continue where it ended.",
    "teammate.not_run": "The call was not run: {problem}. Call it again with all its arguments as one JSON object.",
    "teammate.interrupted": "The process ended while this call ran: it may have happened or not. Check before you "
    "repeat it.",
    "teammate.turn_lost": "Your turn was ended while this call ran: it may have happened or not. Check before you "
    "repeat it.",
    "teammate.storage": "The storage failed while this call ran: it may have happened or not. Check before you repeat "
    "it.",
    "teammate.summarize": "Your conversation becomes too long and begins again after this answer. Write down, without "
    "calling a tool, all that you need to continue: what you are doing and for whom, what you heard and promised, what "
    "is done, which files and names matter, what you tried that failed, and your next step.",
    "teammate.summary": "Your conversation has begun again. Your own summary of it:",
    "teammate.no_summary": "Your conversation was too long and has begun again. This is what you said and did last:",
    "teammate.stuck": "{agent} did nothing about what it was woken for: {reason}",
    "teammate.unavailable": "{agent} waits for its model: {reason}",
    "teammate.died": "{agent} cannot continue and has left: {reason}",
    "teammate.last_words": "What {agent} said and did last:",
    "teammate.turns_spent": ("{agent} has used up its one turn.", "{agent} has used up its {count} turns."),
    "teammate.tokens_spent": ("{agent} has used up its one token.", "{agent} has used up its {count} tokens."),
    "teammate.team_spent": "The team has used up its {count} tokens.",
    "teammate.command_ended": "{command}: {ended}, after {seconds} s",
    "teammate.command_printed": "Its output ends with:",
    "teammate.command_refused": "Calls that it printed were refused:",
    "teammate.command_results": "The results of the calls that you printed last time:",
    "shutdown.request": "{agent}, please end. Reason: {reason}. Agree, or refuse with a reason while you have work in "
    "progress.",
    "shutdown.agreed": "{agent} ends.",
    "shutdown.refused": "{agent} does not end: {reason}",
    "shutdown.gone": "The {agent} that was asked to end (number {number} of this name) is gone already.",
    "shutdown.left": "asked to end by {sender}",
    "shutdown.dead": "It did not reply to the request to end in time.",
    "shutdown.end_turn": "You end with this turn. End your answer now, without calling a tool.",
}
