"""What somebody changed in a board document, as ordinary field writes (reading of section 1.5)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.board.decide import Write
from renkei.board.document import LISTS
from renkei.board.fields import join
from renkei.errors import BadValueError

MADE_BY_SYSTEM = ("updated_at", "changelog")


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict
mutants_x_writes_between__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_writes_between__mutmut)
def writes_between(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_orig(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_1(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited or edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_2(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name not in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_3(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] == given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_4(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=None, got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_5(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got=None, expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_6(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected=None)
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_7(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_8(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_9(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", )
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_10(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="XXa changeXX", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_11(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="A CHANGE", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_12(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="XXwhat it was: the system makes itXX")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_13(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="WHAT IT WAS: THE SYSTEM MAKES IT")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_14(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = None
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_15(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(None, edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_16(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", None, read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_17(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=None)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_18(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_19(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_20(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], )
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_21(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("XXgoalXX", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_22(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("GOAL", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_23(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "XXcurrent_phaseXX")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_24(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "CURRENT_PHASE")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_25(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] == given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_26(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found = _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_27(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found -= _entries((name,), given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_28(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries(None, given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_29(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), None, edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_30(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], None, "id", read_seq)
    return found


def x_writes_between__mutmut_31(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], None, read_seq)
    return found


def x_writes_between__mutmut_32(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", None)
    return found


def x_writes_between__mutmut_33(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries(given[name], edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_34(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), edited[name], "id", read_seq)
    return found


def x_writes_between__mutmut_35(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], "id", read_seq)
    return found


def x_writes_between__mutmut_36(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], read_seq)
    return found


def x_writes_between__mutmut_37(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "id", )
    return found


def x_writes_between__mutmut_38(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "XXidXX", read_seq)
    return found


def x_writes_between__mutmut_39(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Give the writes that make the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for what nobody may edit: the system's own fields, and taking entries out.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            raise BadValueError(path=f"/{name}", got="a change", expected="what it was: the system makes it")
    found = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        found += _entries((name,), given[name], edited[name], "ID", read_seq)
    return found

mutants_x_writes_between__mutmut['_mutmut_orig'] = x_writes_between__mutmut_orig # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_1'] = x_writes_between__mutmut_1 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_2'] = x_writes_between__mutmut_2 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_3'] = x_writes_between__mutmut_3 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_4'] = x_writes_between__mutmut_4 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_5'] = x_writes_between__mutmut_5 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_6'] = x_writes_between__mutmut_6 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_7'] = x_writes_between__mutmut_7 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_8'] = x_writes_between__mutmut_8 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_9'] = x_writes_between__mutmut_9 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_10'] = x_writes_between__mutmut_10 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_11'] = x_writes_between__mutmut_11 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_12'] = x_writes_between__mutmut_12 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_13'] = x_writes_between__mutmut_13 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_14'] = x_writes_between__mutmut_14 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_15'] = x_writes_between__mutmut_15 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_16'] = x_writes_between__mutmut_16 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_17'] = x_writes_between__mutmut_17 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_18'] = x_writes_between__mutmut_18 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_19'] = x_writes_between__mutmut_19 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_20'] = x_writes_between__mutmut_20 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_21'] = x_writes_between__mutmut_21 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_22'] = x_writes_between__mutmut_22 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_23'] = x_writes_between__mutmut_23 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_24'] = x_writes_between__mutmut_24 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_25'] = x_writes_between__mutmut_25 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_26'] = x_writes_between__mutmut_26 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_27'] = x_writes_between__mutmut_27 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_28'] = x_writes_between__mutmut_28 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_29'] = x_writes_between__mutmut_29 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_30'] = x_writes_between__mutmut_30 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_31'] = x_writes_between__mutmut_31 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_32'] = x_writes_between__mutmut_32 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_33'] = x_writes_between__mutmut_33 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_34'] = x_writes_between__mutmut_34 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_35'] = x_writes_between__mutmut_35 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_36'] = x_writes_between__mutmut_36 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_37'] = x_writes_between__mutmut_37 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_38'] = x_writes_between__mutmut_38 # type: ignore # mutmut generated
mutants_x_writes_between__mutmut['x_writes_between__mutmut_39'] = x_writes_between__mutmut_39 # type: ignore # mutmut generated
mutants_x__entries__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__entries__mutmut)
def _entries(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_orig(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_1(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = None
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_2(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(None): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_3(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = None
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_4(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(None): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_5(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) <= len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_6(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=None, got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_7(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got=None, expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_8(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=None)
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_9(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_10(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_11(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", )
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_12(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="XXan id twiceXX", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_13(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="AN ID TWICE", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_14(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_15(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = None
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_16(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "XXthe entry: nothing is taken off the board; set its status, or `resolved`XX"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_17(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "THE ENTRY: NOTHING IS TAKEN OFF THE BOARD; SET ITS STATUS, OR `RESOLVED`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_18(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=None, got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_19(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got=None, expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_20(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=None)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_21(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_22(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_23(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", )
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_24(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, None), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_25(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_26(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, ), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_27(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="XXnothingXX", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_28(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="NOTHING", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_29(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_30(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(None, dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_31(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), None, read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_32(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=None)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_33(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_34(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_35(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), )
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_36(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, None), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_37(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_38(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, ), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_39(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(None), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, read_seq)


def x__entries__mutmut_40(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields(None, before[name], entry, naming, read_seq)


def x__entries__mutmut_41(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), None, entry, naming, read_seq)


def x__entries__mutmut_42(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], None, naming, read_seq)


def x__entries__mutmut_43(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, None, read_seq)


def x__entries__mutmut_44(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, None)


def x__entries__mutmut_45(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields(before[name], entry, naming, read_seq)


def x__entries__mutmut_46(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), entry, naming, read_seq)


def x__entries__mutmut_47(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], naming, read_seq)


def x__entries__mutmut_48(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, read_seq)


def x__entries__mutmut_49(
    place: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*place), got="an id twice", expected=f"each {naming} once")
    for name in before:
        if name not in after:
            expected = "the entry: nothing is taken off the board; set its status, or `resolved`"
            raise BadValueError(path=join(*place, name), got="nothing", expected=expected)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*place, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*place, name), before[name], entry, naming, )

mutants_x__entries__mutmut['_mutmut_orig'] = x__entries__mutmut_orig # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_1'] = x__entries__mutmut_1 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_2'] = x__entries__mutmut_2 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_3'] = x__entries__mutmut_3 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_4'] = x__entries__mutmut_4 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_5'] = x__entries__mutmut_5 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_6'] = x__entries__mutmut_6 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_7'] = x__entries__mutmut_7 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_8'] = x__entries__mutmut_8 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_9'] = x__entries__mutmut_9 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_10'] = x__entries__mutmut_10 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_11'] = x__entries__mutmut_11 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_12'] = x__entries__mutmut_12 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_13'] = x__entries__mutmut_13 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_14'] = x__entries__mutmut_14 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_15'] = x__entries__mutmut_15 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_16'] = x__entries__mutmut_16 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_17'] = x__entries__mutmut_17 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_18'] = x__entries__mutmut_18 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_19'] = x__entries__mutmut_19 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_20'] = x__entries__mutmut_20 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_21'] = x__entries__mutmut_21 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_22'] = x__entries__mutmut_22 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_23'] = x__entries__mutmut_23 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_24'] = x__entries__mutmut_24 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_25'] = x__entries__mutmut_25 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_26'] = x__entries__mutmut_26 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_27'] = x__entries__mutmut_27 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_28'] = x__entries__mutmut_28 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_29'] = x__entries__mutmut_29 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_30'] = x__entries__mutmut_30 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_31'] = x__entries__mutmut_31 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_32'] = x__entries__mutmut_32 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_33'] = x__entries__mutmut_33 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_34'] = x__entries__mutmut_34 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_35'] = x__entries__mutmut_35 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_36'] = x__entries__mutmut_36 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_37'] = x__entries__mutmut_37 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_38'] = x__entries__mutmut_38 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_39'] = x__entries__mutmut_39 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_40'] = x__entries__mutmut_40 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_41'] = x__entries__mutmut_41 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_42'] = x__entries__mutmut_42 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_43'] = x__entries__mutmut_43 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_44'] = x__entries__mutmut_44 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_45'] = x__entries__mutmut_45 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_46'] = x__entries__mutmut_46 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_47'] = x__entries__mutmut_47 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_48'] = x__entries__mutmut_48 # type: ignore # mutmut generated
mutants_x__entries__mutmut['x__entries__mutmut_49'] = x__entries__mutmut_49 # type: ignore # mutmut generated
mutants_x__fields__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__fields__mutmut)
def _fields(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_orig(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_1(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name != "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_2(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "XXartifactsXX":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_3(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "ARTIFACTS":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_4(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries(None, given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_5(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), None, value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_6(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], None, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_7(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, None, read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_8(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", None)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_9(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries(given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_10(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_11(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_12(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_13(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", )
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_14(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "XXrefXX", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_15(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "REF", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_16(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming or value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_17(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name == naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_18(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value == given[name]:
            yield Write(join(*place, name), value, read_seq=read_seq)


def x__fields__mutmut_19(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(None, value, read_seq=read_seq)


def x__fields__mutmut_20(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), None, read_seq=read_seq)


def x__fields__mutmut_21(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, read_seq=None)


def x__fields__mutmut_22(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(value, read_seq=read_seq)


def x__fields__mutmut_23(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), read_seq=read_seq)


def x__fields__mutmut_24(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, name), value, )


def x__fields__mutmut_25(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, None), value, read_seq=read_seq)


def x__fields__mutmut_26(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(name), value, read_seq=read_seq)


def x__fields__mutmut_27(
    place: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*place, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*place, ), value, read_seq=read_seq)

mutants_x__fields__mutmut['_mutmut_orig'] = x__fields__mutmut_orig # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_1'] = x__fields__mutmut_1 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_2'] = x__fields__mutmut_2 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_3'] = x__fields__mutmut_3 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_4'] = x__fields__mutmut_4 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_5'] = x__fields__mutmut_5 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_6'] = x__fields__mutmut_6 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_7'] = x__fields__mutmut_7 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_8'] = x__fields__mutmut_8 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_9'] = x__fields__mutmut_9 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_10'] = x__fields__mutmut_10 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_11'] = x__fields__mutmut_11 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_12'] = x__fields__mutmut_12 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_13'] = x__fields__mutmut_13 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_14'] = x__fields__mutmut_14 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_15'] = x__fields__mutmut_15 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_16'] = x__fields__mutmut_16 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_17'] = x__fields__mutmut_17 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_18'] = x__fields__mutmut_18 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_19'] = x__fields__mutmut_19 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_20'] = x__fields__mutmut_20 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_21'] = x__fields__mutmut_21 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_22'] = x__fields__mutmut_22 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_23'] = x__fields__mutmut_23 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_24'] = x__fields__mutmut_24 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_25'] = x__fields__mutmut_25 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_26'] = x__fields__mutmut_26 # type: ignore # mutmut generated
mutants_x__fields__mutmut['x__fields__mutmut_27'] = x__fields__mutmut_27 # type: ignore # mutmut generated
