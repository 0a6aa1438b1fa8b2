"""Explains errors in the language of the person."""

from renkei.edges.view.words import is_known, words_in
from renkei.engine.search.query import WrongQueryError
from renkei.errors import BadValueError, RenkeiError
from renkei.protocol.primitives import Locale


class WrongFieldError(BadValueError):
    """A field of a form is wrong; `key` names the sentence that says how (`texts/LOCALE/view/errors.py`)."""

    def __init__(self, path: str, key: str, got: str = "") -> None:
        super().__init__(path=path, got=got, problem=words_in("en")(key, got=got).rstrip("."))
        self.key = key


def reason_of(error: RenkeiError, locale: Locale) -> str:
    """Return the message of an error in a language; the library's words if the view has no sentence for it."""
    say, said = words_in(locale), f"{error.message} {error.hint}".strip()
    if isinstance(error, WrongFieldError):
        return say(error.key, got=error.details["got"])
    if isinstance(error, WrongQueryError):
        return say(f"search.wrong.{error.why}", got=error.details["got"], expected=error.details["expected"])
    if not is_known(f"error.{error.code}"):
        return said
    return say(f"error.{error.code}", **{**error.details, **_in_words(error, locale), "said": said})


def _in_words(error: RenkeiError, locale: Locale) -> dict[str, str]:
    """Return the details of an error that the view has words for: the status of a contract."""
    key = f"contract.{error.details.get('status')}"
    return {"status": words_in(locale)(key)} if is_known(key) else {}
