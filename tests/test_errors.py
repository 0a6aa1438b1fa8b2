"""Every error has a stable code, words for people, and details for programs, and survives another process."""

import json
import pickle
import string

import pytest

from renkei import errors
from renkei.errors import BadValueError, DocumentError, Problem, RenkeiError

CLASSES = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, RenkeiError)]
SAMPLE = {"bound": 64, "turns": 5, "tokens": 900, "budget": 10, "allowance": 1}


def example(kind: type[RenkeiError]) -> RenkeiError:
    """Build an error whose details are those of its templates."""
    if kind is DocumentError:
        return DocumentError("a.yaml", [Problem("SYNTAX", "/a", 2, 3, "not YAML", "Fix it.")])
    if kind is BadValueError:
        return BadValueError(path="/goal", got=None, expected="a string")
    fields = [name for text in (kind.template, kind.hint_template) for _, name, _, _ in string.Formatter().parse(text)]
    return kind(**{name: SAMPLE.get(name, name) for name in fields if name})


@pytest.mark.parametrize("kind", CLASSES)
def test_an_error_is_the_same_after_pickling(kind):
    error = example(kind)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (again.message, again.hint, again.details) == (error.message, error.hint, error.details)
    assert str(again) == str(error)


@pytest.mark.parametrize("kind", CLASSES)
def test_the_details_are_attributes_and_json(kind):
    error = example(kind)
    data = json.loads(json.dumps(error.as_dict()))
    assert list(data) == ["code", "message", "hint", "retryable", "details"]
    assert (data["code"], data["message"], data["hint"]) == (kind.code, error.message, error.hint)
    for name in data["details"].keys() - {"problems"}:
        assert getattr(error, name) == error.details[name]


@pytest.mark.parametrize("kind", [one for one in CLASSES if one.template != "{text}"])
def test_a_message_is_a_sentence(kind):
    message = example(kind).message
    assert message.endswith(".") or kind is DocumentError
    assert not {"{", "}"} & set(message + example(kind).hint)


WORDS = [
    (errors.UnknownActorError(actor="x", known="human, lead"), "'x' is not a participant. Participants: human, lead."),
    (
        errors.IllegalTransitionError(
            contract="TC-1", status="in_progress", assignee="ann", transition="accept", allowed="start"
        ),
        "Contract 'TC-1' cannot be accepted while in_progress, assigned to 'ann'. Allowed from this status: start.",
    ),
    (
        errors.QuotaExceededError(turns=1, tokens=900),
        "The project has used up its quota (1 turn, 900 tokens). "
        "A human or lead can set a new one: `renkei project quota --turns N --tokens N`.",
    ),
    (errors.BudgetTooSmallError(budget=10, least=65), "A budget of 10 tokens is too small; at least 65 are needed."),
    (BadValueError(path="/a", got=None, expected="a string"), "/a: null is not allowed. Expected: a string."),
    (BadValueError(path="", problem="'a b' is not a valid id"), "'a b' is not a valid id."),
    (BadValueError(path="/a", problem="too long", expected="10 characters", hint="Cut it."), "/a: too long. Cut it."),
]


@pytest.mark.parametrize(("error", "text"), WORDS)
def test_the_words_of_an_error_are_its_message_and_hint(error, text):
    assert str(error) == text


def test_a_document_error_places_its_first_problem_and_counts_the_others():
    one, other = Problem("SYNTAX", "/a", 2, 3, "not YAML", "Fix it."), Problem("SYNTAX", "", 4, 1, "not YAML")
    assert DocumentError("a.yaml", [one]).message == "a.yaml:2:3: /a: not YAML"
    error = DocumentError("a.yaml", [other, one])
    assert error.message == "a.yaml:4:1: (root): not YAML (and 1 more problem)"
    assert error.details == {"source": "a.yaml", "problems": [other.as_dict(), one.as_dict()]}
    assert DocumentError("a.yaml", [one, other]).hint == "Fix it."
    assert str(DocumentError("a.yaml", [one])) == "a.yaml:2:3: /a: not YAML. Fix it."
    in_data = Problem("BAD_FORMAT", "/to", 1, 1, "no recipient")
    assert DocumentError("message", [in_data]).message == "message: /to: no recipient"
    missing = Problem("MISSING_FIELD", "/goal", 1, 1, "`goal` is missing")
    assert DocumentError("a.yaml", [missing, one]).hint == "Fix it."  # the slip that explains what is missing


GROUPS = {
    errors.UnknownReferenceError: "UNKNOWN_ACTOR UNKNOWN_RECIPIENT UNKNOWN_MESSAGE UNKNOWN_CONTRACT UNKNOWN_DECISION "
    "DECISION_MADE UNKNOWN_FIELD UNKNOWN_TYPE UNKNOWN_EXTENSION",
    errors.InvalidInputError: "BAD_VALUE NOBODY_REACHED FUTURE_TIMESTAMP BUDGET_TOO_SMALL",
    errors.IdTakenError: "ALREADY_EXISTS DUPLICATE_ID DUPLICATE_COMMAND",
    errors.InvalidStateError: "ILLEGAL_TRANSITION NOT_READY FIELD_MOVED FILES_TAKEN TURN_OPEN TURN_LOST SESSION_TAKEN "
    "SUSPENDED QUOTA_EXCEEDED UNREAD_LIMIT",
    errors.LogError: "CONFLICT LOG_BROKEN LOG_TOO_NEW LOG_NOT_WRITABLE LOG_UNCERTAIN LOG_MOVED STREAM_UNAVAILABLE "
    "STREAM_REFUSED RECORD_UNFIT",
    errors.ProjectError: "PROJECT_MISSING PROJECT_CLOSED PROJECT_EXISTS WRONG_LOOP UNSUPPORTED_LOCATION "
    "UNSUPPORTED_SYSTEM",
}


@pytest.mark.parametrize("group", GROUPS)
def test_a_caller_can_catch_a_group_of_errors(group):
    assert {one.code for one in CLASSES if issubclass(one, group) and one is not group} == set(GROUPS[group].split())


def test_only_a_conflict_and_unreachable_servers_are_worth_a_retry():
    assert {one.code for one in CLASSES if one.retryable} == {"CONFLICT", "PROVIDER", "STREAM_UNAVAILABLE"}
