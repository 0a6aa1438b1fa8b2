"""Why something was refused, in the language of the person."""

import re

from renkei import errors
from renkei.edges.view.forms.form import BadFormError, PastFormError, PostedForm
from renkei.edges.view.refusals import WrongFieldError, reason_of
from renkei.edges.view.screen import failure_of
from renkei.errors import (
    AlreadyExistsError,
    FieldMovedError,
    IllegalTransitionError,
    NotReadyError,
    RenkeiError,
    UnknownContractError,
    UnknownRecipientError,
)
from renkei.texts.catalogue import LOCALES, Sentence, read_texts

KNOWN = {
    one.code: one
    for one in (*vars(errors).values(), BadFormError, PastFormError)
    if isinstance(one, type) and issubclass(one, RenkeiError)
}


def test_a_sentence_of_an_error_names_an_error_and_only_what_it_says() -> None:
    unknown = {
        (locale, key): names
        for locale in LOCALES
        for key, sentence in read_texts(locale, "view/errors").items()
        if key.startswith("error.") and (names := placeholders(sentence) - details(key.removeprefix("error.")))
    }
    assert unknown == {}


def placeholders(sentence: Sentence) -> set[str]:
    return set(re.findall(r"{(\w+)}", str(sentence)))


def details(code: str) -> set[str]:
    """Return what a sentence of an error may name."""
    return set(re.findall(r"{(\w+)", KNOWN[code].template + KNOWN[code].hint_template)) | {"said"}


def test_a_reason_is_in_the_language_of_the_person_and_names_no_command() -> None:
    moved = FieldMovedError(path="/goal", seq=7, author="ann", if_seq=3)
    assert reason_of(moved, "en") == "ann changed /goal after you began (record 7)."
    assert reason_of(moved, "ja") == "編集中に ann が /goal を変更しました（記録 7）。"
    assert reason_of(UnknownContractError(contract="T-9", known="T-1"), "ja") == "契約「T-9」はありません。契約: T-1"
    assert reason_of(WrongFieldError("/turns", "wrong.limit", "many"), "ja").startswith("「many」は 1 以上の数では")


def test_a_reason_in_japanese_has_the_words_of_the_view_and_no_english_sentence() -> None:
    details = {"contract": "T-1", "status": "completed", "assignee": None, "transition": "accept", "allowed": ""}
    assert reason_of(IllegalTransitionError(**details), "ja") == "契約「T-1」は今「完了」のため、この操作はできません。"
    unknown = UnknownRecipientError(recipient="nobody", problem="is unknown", known="ann, all")
    assert reason_of(unknown, "ja") == "「nobody」には送れません。宛先にできるのは: ann, all"


def test_what_the_library_alone_can_say_stands_behind_a_sentence_in_the_language_of_the_person() -> None:
    error = NotReadyError(what="accept T-1", reason="nobody has submitted it", next="Wait for the result.")
    said = "Cannot accept T-1: nobody has submitted it. Wait for the result."
    assert reason_of(error, "en") == said
    assert reason_of(error, "ja") == f"先に必要なことがあります。{said}"
    assert reason_of(RenkeiError(text="no row"), "ja") == "no row"


def test_a_form_that_was_refused_has_the_reason_and_the_field() -> None:
    failure = failure_of(PostedForm({"form": ["set_quota"]}), WrongFieldError("/turns", "wrong.limit", "many"), "ja")
    assert failure.text.endswith("空欄は無制限です。")
    assert [one.path for one in failure.problems] == ["/turns"]


def test_an_id_that_is_unknown_or_taken_is_a_fault_of_the_fields_that_hold_it() -> None:
    form = PostedForm(
        {"form": ["open_contract-full"], "/id": ["T-1"], "/depends_on/0": ["T-9"], "/depends_on/1": ["T-1"]}
    )
    unknown = failure_of(form, UnknownContractError(contract="T-9", known="T-1"), "ja")
    assert [(one.path, one.message) for one in unknown.problems] == [("/depends_on/0", unknown.text)]
    taken = failure_of(form, AlreadyExistsError(name="T-1", what="another contract"), "en")
    assert [one.path for one in taken.problems] == ["/id", "/depends_on/1"]
    elsewhere = failure_of(form, UnknownContractError(contract="T-7", known="T-1"), "en")
    assert (elsewhere.problems, bool(elsewhere.text)) == ((), True)
