"""Ids, references and times: what is accepted, and how times are stored."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from renkei.errors import BadValueError
from renkei.protocol.primitives import Count, Frozen, Id, Ref, Timestamp, later, utc, valid_id
from thoroughness import examples


def accepts(kind: object, text: object) -> bool:
    try:
        TypeAdapter(kind).validate_python(text)
    except ValidationError:
        return False
    return True


GOOD_IDS = ["a", "TC-007", "設計係", "a.b:c", "D_012", "_", "é" * 128, "🦊"]
GOOD_REFS = ["src/auth/token.ts", "the third party", "https://a.example/x?y=1", "仕様 v2", "a" * 512]


@pytest.mark.parametrize(("kind", "text"), [*((Id, one) for one in GOOD_IDS), *((Ref, one) for one in GOOD_REFS)])
def test_a_plain_name_is_an_id_and_a_visible_text_a_reference(kind, text):
    assert accepts(kind, text)


BAD_IDS = [
    "",
    "a b",
    "a\n",
    "\na",
    "a/b",
    "a\\b",
    "a~b",
    "*",
    "a*",
    ".a",
    "-a",
    "a" * 129,
    "a\t",
    "a\u3000b",
    "a\u00a0",
]
INVISIBLE = [
    "a\u200bb",
    "a\u202eb",
    "\ufeffa",
    "a\u0085",
    "a\u2028b",
    "a\u00adb",
    "a\u061cb",
    "a\u180eb",
    "a\U000e0041",
]


@pytest.mark.parametrize("name", BAD_IDS + INVISIBLE)
def test_a_name_with_blanks_or_what_nobody_sees_is_no_id(name):
    assert not accepts(Id, name)


@pytest.mark.parametrize("ref", ["", "a\n", "a\x00", "a" * 513, "a\u200b"])
def test_an_empty_hidden_or_endless_text_is_no_reference(ref):
    assert not accepts(Ref, ref)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("2026-01-05 18:00+09:00", "2026-01-05T09:00:00.000000Z"),
        ("2025-12-31T23:30:00.5-0100", "2026-01-01T00:30:00.500000Z"),
        ("2026-01-05t09:00:00.123456789z", "2026-01-05T09:00:00.123456Z"),
    ],
)
def test_a_time_is_kept_as_utc_with_microseconds(written, kept):
    assert TypeAdapter(Timestamp).validate_python(written) == kept


BAD_TIMES = [1767603600, "", "now", "2026-01-05", "2026-01-05T09:00:00", "20260105T090000Z", "2026-W02-1T00:00:00Z"]
BAD_TIMES += ["2026-01-05T24:00:00Z", "2026-01-05T09:00:60Z", "2026-01-05T09:00:00Z\n", "２０２６-01-05T09:00:00Z"]
BAD_TIMES += ["2026-02-30T09:00:00Z", "2025-02-29T00:00:00.000000Z", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z"]
BAD_TIMES += ["0001-01-01T00:00:00+09:00", "9999-12-31T23:59:59-09:00", "2026-01-05T09:00:00.1234567891Z"]


@pytest.mark.parametrize("written", BAD_TIMES)
def test_a_time_without_an_offset_or_that_no_calendar_has_is_refused(written):
    assert not accepts(Timestamp, written)


OFFSETS = st.builds(lambda minutes: timezone(timedelta(minutes=minutes)), st.integers(-1439, 1439))
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=OFFSETS)


@settings(max_examples=examples(200), deadline=None)
@given(MOMENTS, MOMENTS)
def test_kept_times_sort_as_text_in_the_order_of_time(one, other):
    assert (utc(one.isoformat()) < utc(other.isoformat())) == (one < other)


@settings(max_examples=examples(200), deadline=None)
@given(st.datetimes(timezones=st.just(UTC)), st.sampled_from(["T", "t", " "]), st.sampled_from(["Z", "z", "+00:00"]))
def test_every_way_to_write_a_time_has_the_same_utc(moment, mark, zone):
    kept = moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
    for form in ("%H:%M:%S.%f", "%H%M%S.%f"):
        assert utc(f"{kept[:10]}{mark}{moment.strftime(form)}{zone}") == kept
    second = moment.replace(microsecond=0).isoformat(timespec="microseconds").replace("+00:00", "Z")
    assert utc(f"{kept[:10]}{mark}{kept[11:19]}{zone}") == second
    assert utc(f"{kept[:10]}{mark}{moment.strftime('%H%M%S')}.0{zone}") == second


def test_a_time_moved_on_has_the_form_that_is_kept():
    assert later("2025-12-31T23:59:59.999999Z", 1) == "2026-01-01T00:00:00.000000Z"


def test_the_end_of_the_calendar_is_the_latest_time():
    assert later("9999-12-31T23:59:59.999998Z", 1) == "9999-12-31T23:59:59.999999Z"
    assert later("9999-12-31T23:59:59.999999Z", 5) == "9999-12-31T23:59:59.999999Z"


@pytest.mark.parametrize("written", ["2026-02-30T09:00:00.000000Z", "0001-01-01T00:00:00+09:00"])
def test_a_time_that_does_not_exist_has_no_utc(written):
    with pytest.raises(ValueError, match=r"year out of range|day is out of range|month"):
        utc(written)


@pytest.mark.parametrize("number", [0, 3.0, 2**53 - 1])
def test_a_count_is_an_integer_that_json_represents_exactly(number):
    assert accepts(Count, number)


@pytest.mark.parametrize("number", [-1, 2**53, 2.5, True, "3"])
def test_a_count_is_no_other_number(number):
    assert not accepts(Count, number)


def test_an_id_is_returned_and_anything_else_refused():
    assert valid_id("TC-7") == "TC-7"
    with pytest.raises(BadValueError, match="'a/b' is not a valid id"):
        valid_id("a/b")


class Pair(Frozen):
    left: Count
    right: Count


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (lambda: Pair(left=1, right="2"), "/right"),
        (lambda: Pair.model_validate({"left": 1, "right": "2"}), "/right"),
        (lambda: Pair.model_validate_json('{"left": 1}'), "/right"),
        (lambda: Pair.model_validate_json("{"), ""),
    ],
)
def test_a_model_refuses_wrong_data_with_an_error_of_renkei(make: Callable[[], Pair], path: str) -> None:
    with pytest.raises(BadValueError) as error:
        make()
    assert error.value.details["path"] == path


def test_a_model_takes_its_fields_by_name() -> None:
    with pytest.raises(TypeError, match=r"Pair takes its fields by name: Pair\(left=…\)"):
        Pair(1, 2)  # type: ignore[call-arg]


class Share(Frozen):
    share: float


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_json_cannot_represent_is_refused(number: float) -> None:
    with pytest.raises(BadValueError):
        Share(share=number)


def test_a_name_that_is_too_long_is_refused_by_its_length() -> None:
    with pytest.raises(BadValueError, match=r"'aaa.*…' has 129 characters; the limit is 128\."):
        valid_id("a" * 129)


def test_a_schema_has_a_default_whose_class_nothing_has_validated() -> None:
    class Inner(Frozen):
        size: int

    class Outer(Frozen):
        inner: Inner = Inner.model_construct(size=1)

    assert Outer.model_json_schema()["properties"]["inner"]["default"] == {"size": 1}
