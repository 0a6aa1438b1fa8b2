"""Why something was refused, for a person: the errors of the library by their codes, and what is wrong with a form.

A sentence has the details of its error as placeholders, and `said`: the message and the hint of the library, which
are English in every language. An error without a row is shown in the words of the library. Hints of the library name
commands and parameters; a row leaves them out where the screen offers the same.
"""

TEXTS: dict[str, str | tuple[str, str]] = {
    "error.UNKNOWN_ACTOR": "“{actor}” is not a participant. Participants: {known}.",
    "error.UNKNOWN_RECIPIENT": "“{recipient}” cannot receive messages. Recipients: {known}.",
    "error.UNKNOWN_MESSAGE": "There is no message “{message_id}” in this project.",
    "error.UNKNOWN_CONTRACT": "There is no contract “{contract}”. Contracts: {known}.",
    "error.UNKNOWN_DECISION": "There is no open decision “{decision}”. Open decisions: {known}.",
    "error.UNKNOWN_FIELD": "The board has no field {path}. Allowed: {known}.",
    "error.BAD_VALUE": "{said}",
    "error.INVALID_DOCUMENT": "{said}",
    "error.NOBODY_REACHED": "Nobody would read it: “{recipient}” has no members besides you.",
    "error.ALREADY_EXISTS": "“{name}” is already taken. Choose another id.",
    "error.DUPLICATE_COMMAND": "This form was sent already, with other values. Load the page again.",
    "error.ILLEGAL_TRANSITION": "This is not possible while contract {contract} is “{status}”.",
    "error.DUPLICATE_ID": "The message id “{name}” is taken by another message. Choose another one.",
    "error.BUDGET_TOO_SMALL": "A budget of {budget} tokens is too small; at least {least} are needed.",
    "error.NOT_READY": "{said}",
    "error.FIELD_MOVED": "{author} changed {path} after you began (record {seq}).",
    "error.SUSPENDED": "{what} is paused: {reason}. Resume it first.",
    "error.NOT_ALLOWED": "{said}",
    "error.CASCADE_TOO_DEEP": "Rules called each other more than {bound} times, so nothing was written: {rules}.",
    "error.LOG_NOT_WRITABLE": "{said}",
    "error.LOG_UNCERTAIN": "{said}",
    "error.PAST_FORM": "This page shows the past, where nothing can be done. Go back to now and repeat.",
    "wrong.option": "No option was chosen. Choose one, or write an answer of your own.",
    "wrong.no_reason": "The reason is missing. Say what is wrong, or write a finding.",
    "wrong.limit": "“{got}” is not a number from 1. An empty field means no limit.",
    "wrong.no_answer": "The agent needs an answer: how it can continue without waiting.",
    "wrong.not_meant": "Nobody is taken out unless the box is checked.",
    "wrong.empty": "A field that is needed is empty.",
    "wrong.no_text": "A message needs a text.",
    "wrong.no_recipient": "A message needs a recipient.",
}
