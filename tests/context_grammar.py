"""Reads the text of a context back: its sections, their items, and of each item its lines (see `docs/contexts.md`).

A line that the grammar does not know is an error, so a participant's text that became a line of its own is found.
"""

import re
from dataclasses import dataclass, field

from renkei.texts.catalogue import texts

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
SENTENCES = ("own", "reread", "contract", "omitted", "board")
"""Groups of texts whose sentences stand as lines of their own."""

INNER = ("message.impact", "message.more", "message.middle")
"""Texts of the lines within the short forms of a message."""

LABELS = ("expects", "reply_by", "in_reply_to", "thread", "task_ref", "clause", "assumptions")
"""Texts of the lines between a message's head and what it says."""


@dataclass
class Item:
    """Something that a section contains: its kind, whom it names as id and sender, and its lines."""

    kind: str
    who: tuple[str, ...]
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass
class Section:
    """A section with its heading; "" for what stands before the first one."""

    heading: str
    items: list[Item] = field(default_factory=list)


def patterns(locale: str, *names: str) -> list[re.Pattern[str]]:
    """Return what the sentences with these names, or of these groups, look like."""
    found = []
    for key, sentence in texts(locale).items():
        if key in names or key.split(".")[0] in names:
            for one in (sentence,) if isinstance(sentence, str) else sentence:
                found.append(re.compile(re.sub(r"\\\{\w+\\\}", "(.*)", re.escape(one)) + ".*"))
    return found


class Grammar:
    """The grammar of a language."""

    def __init__(self, locale: str) -> None:
        self.headings = {text for key, text in texts(locale).items() if key.startswith("section.")}
        self.sentences = patterns(locale, *SENTENCES)
        self.inner = patterns(locale, *INNER)
        self.labels = [re.compile(r"(artifact|decision|agent|blocker):.*")]
        self.labels += patterns(locale, *(f"message.{one}" for one in LABELS))
        self.begins = [re.sub(r"\\(.)", r"\1", one.pattern.partition("(")[0]) for one in self.labels[1:]]
        (summary,), (named,) = patterns(locale, "message.summary"), patterns(locale, "message.named")
        self.kinds = {
            "message": re.compile(rf"\[(\S+)\] (\S+) → .+ · [A-Z_]+ · (?:blocking|high|normal|low) · {TIME}"),
            "line": re.compile(rf"\[{TIME}\] (\S+): .*"),
            "summary": re.compile(r"(" + summary.pattern.replace("(.*)", r"\S+", 1) + ")"),
            "named": re.compile(named.pattern.replace("(.*)", r"(\S+)", 1)),
            "contract": patterns(locale, "contract.heading")[0],
            "past": re.compile(r"\[(\S+)\] (\S+): .*"),
            "entry": re.compile("(- ).*"),
        }
        self.kinds |= {key: patterns(locale, f"message.{key}")[0] for key in ("part", "part_last")}

    def read(self, text: str) -> list[Section]:
        """Return the sections of a context; raises AssertionError for a line that does not belong in one."""
        assert text.endswith("\n")
        found = [Section("")]
        for line in text[:-1].split("\n"):
            if line in self.headings:
                found.append(Section(line))
            else:
                self.add(found[-1].items, line)
        return found

    def add(self, items: list[Item], line: str) -> None:
        last = items[-1] if items else Item("", ())
        if self.continues(last, line):
            last.lines.append(line)
        else:
            items.append(self.begun(line))

    def continues(self, last: Item, line: str) -> bool:
        """Check whether a line belongs to the item before it."""
        if line.startswith("> "):
            return last.kind in ("message", "part", "part_last", "past")
        if line.startswith("  "):
            return last.kind == "contract"
        known = {"summary": self.inner, "message": [*self.inner, *self.labels], "part": self.labels}
        if any(one.fullmatch(line) for one in known.get(last.kind, ())):
            return True
        return last.kind == "part" and self.is_cut(last, line)

    def is_cut(self, part: Item, line: str) -> bool:
        """Check whether a line is the beginning of the head or of a label of a message that is given in parts."""
        if len(part.lines) == 1:
            return line.startswith(f"[{part.who[0]}] ")
        return any(one.startswith(line) for one in self.begins)

    def begun(self, line: str) -> Item:
        """Return the item that a line begins."""
        for kind, pattern in self.kinds.items():
            if matched := pattern.fullmatch(line):
                named = kind in ("message", "line", "part", "part_last", "named", "past")
                return Item(kind, matched.groups()[:2] if named else (), [line])
        assert any(one.fullmatch(line) for one in self.sentences), f"not a line of a context: {line!r}"
        return Item("sentence", (), [line])


def structure(sections: list[Section]) -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """Return the headings, and the kind and the sender of each item."""
    return [
        (one.heading, [(item.kind, item.who[:1] if item.kind != "message" else item.who) for item in one.items])
        for one in sections
    ]
