"""Find messages by their words, in English and Japanese (SQLite's FTS5 over terms prepared here).

FTS5's own tokenizers find 1 % to 42 % of Japanese queries; pairs of characters find all of them. The index is derived
from the log, updated now and then and by each search, and may be deleted at any time.
"""

import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from pathlib import Path

from renkei.budget.context.message_text import IMPORTED_FROM
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.search.query import Query
from renkei.engine.search.traits import traits_of
from renkei.log.atomic_write import delete_links
from renkei.log.forks import no_fork
from renkei.log.port import Log
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import utc

_VERSION = 4
"""Version of the schema; an index of another version is rebuilt."""

_SCHEMA = (
    "DROP TABLE IF EXISTS words",
    "DROP TABLE IF EXISTS progress",
    "CREATE VIRTUAL TABLE words USING fts5 "
    '(terms, traits, id UNINDEXED, at UNINDEXED, tokenize = "unicode61 remove_diacritics 0")',
    "CREATE TABLE progress (seq INTEGER NOT NULL, record_id TEXT NOT NULL)",
    f"PRAGMA user_version = {_VERSION}",
)
_CJK = "぀-ヿ㐀-䶿一-鿿가-힯々ー"

UPDATE = 5000
"""Most records per `update`: no process forks while it runs."""


@cache
def _run() -> re.Pattern[str]:
    """Return the pattern of a run of one kind, compiled on first use: most commands search for nothing."""
    return re.compile(rf"(?P<cjk>[{_CJK}]+)|(?P<word>[^\W_{_CJK}]+)")


def _matches(text: str) -> Iterator[re.Match[str]]:
    return _run().finditer(unicodedata.normalize("NFKC", text).casefold())


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, and its runs of CJK characters."""
    return [match[0] for match in _matches(text)]


def is_cjk(run: str) -> bool:
    """Return whether a run consists of CJK characters, which are found anywhere in a text, unlike a word."""
    match = _run().match(run)
    return match is not None and match["cjk"] is not None


def prepare(text: str) -> str:
    """Return the terms of a text: words in lower case; CJK as pairs of characters, and the last one alone."""
    terms: list[str] = []
    for match in _matches(text):
        run = match[0]
        if match["word"] is not None:
            terms.append(run)
        else:
            terms += [run[i : i + 2] for i in range(len(run) - 1)]
            terms.append(run[-1])
    return " ".join(terms)


def query_of(pieces: Iterable[str]) -> str:
    """Return an FTS5 query that requires every word or phrase, its words and characters next to each other."""
    return " AND ".join(filter(None, map(_piece, pieces)))


def _piece(piece: str) -> str:
    terms = prepare(piece).split()
    if not terms:
        return ""
    last = _run().search(unicodedata.normalize("NFKC", piece.rstrip())[-1:])
    if len(terms) > 1 and last is not None and last["cjk"] is not None:
        terms = terms[:-1]  # the last character is in the pair before it
    return '"' + " ".join(terms) + '"*'


def _token(trait: str) -> str:
    """Return a trait as one term of FTS5, whatever characters it has."""
    return f"x{trait.encode('utf-8', 'surrogatepass').hex()}"


def _utc(moment: datetime) -> str:
    """Return a time, which is local if it has no zone, as the log writes it."""
    return utc(moment.astimezone(UTC).isoformat())


def _conditions(query: Query) -> Iterator[tuple[str, str]]:
    """Yield each condition in SQL with its parameter; none for a search that asks for nothing that can be found."""
    words = query_of(query.words)
    traits = " AND ".join(f"({' OR '.join(map(_token, one))})" for one in query.traits)
    wanted = [f"{column} : ({one})" for column, one in (("terms", words), ("traits", traits)) if one]
    if wanted:
        yield "words MATCH ?", " AND ".join(wanted)
    unwanted = [f"terms : ({one})" for one in map(_piece, query.unwanted) if one]
    unwanted += [f"traits : {_token(one)}" for one in query.without]
    if unwanted:
        yield "rowid NOT IN (SELECT rowid FROM words WHERE words MATCH ?)", " OR ".join(unwanted)
    if query.after is not None:
        yield "at >= ?", _utc(query.after)
    if query.before is not None:
        yield "at < ?", _utc(query.before)


class SearchIndex:
    """The index of a log in a file; built in memory for each search if `path` is None or cannot be written."""

    def __init__(self, path: Path | None, log: Log) -> None:
        self._path = path
        self._log = log

    def find(self, query: Query, limit: int = 20) -> list[str]:
        """Return the ids of the messages that a search finds; none for a search without anything to find.

        The best match comes first; without words, or ordered by time, the newest.
        """
        conditions = list(_conditions(query))
        if not conditions or (query.words and not query_of(query.words)):
            return []
        by_time = query.by_time or not query.words
        order = "rowid DESC" if by_time else "bm25(words, 1.0, 0.0)"
        where = " AND ".join(condition for condition, _ in conditions)
        with no_fork(), closing(self._open()) as db:
            self._catch_up(db)
            sql = f"SELECT id FROM words WHERE {where} ORDER BY {order} LIMIT ?"  # noqa: S608  (no value is in it)
            return [str(row[0]) for row in db.execute(sql, [*(value for _, value in conditions), limit])]

    def update(self) -> None:
        """Index a limited number of messages sent since the last search or update, so that a search is fast."""
        with no_fork(), closing(self._open()) as db:
            self._catch_up(db, UPDATE)

    def _open(self) -> sqlite3.Connection:
        if self._path is None or not os.access(self._path.parent, os.W_OK):
            return self._connect(":memory:")
        try:
            return self._connect(self._path)
        except sqlite3.DatabaseError:  # damaged: build a new one
            self._path.unlink(missing_ok=True)
            return self._connect(self._path)

    def _connect(self, path: Path | str) -> sqlite3.Connection:
        if isinstance(path, Path):
            delete_links(path)
        db = sqlite3.connect(path, timeout=30, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")  # it can be built again
        if _version(db) != _VERSION:
            db.execute("BEGIN IMMEDIATE")
            if _version(db) != _VERSION:  # another process may have done it since
                for statement in _SCHEMA:
                    db.execute(statement)
            db.execute("COMMIT")
        return db

    def _catch_up(self, db: sqlite3.Connection, most: int | None = None) -> None:
        if self._done(db) == self._log.last():
            return
        db.execute("BEGIN IMMEDIATE")
        done = self._done(db)  # another process may have updated it since
        if done == 0:
            db.execute("DELETE FROM words")
        newest: Record | None = None
        for newest in islice(self._log.read(done), most):
            rows = [_row(event) for event in newest.events if isinstance(event, MessageSent)]
            db.executemany("INSERT INTO words (terms, traits, id, at) VALUES (?, ?, ?, ?)", rows)
        db.execute("DELETE FROM progress")
        if newest is not None:
            db.execute("INSERT INTO progress VALUES (?, ?)", (newest.seq, newest.id))
        db.execute("COMMIT")

    def _done(self, db: sqlite3.Connection) -> int:
        """Return the seq of the last indexed record; 0 if the log does not hold that record.

        The index may be of another log, or one record ahead: a power failure may take a record that was not synced.
        """
        for seq, record_id in db.execute("SELECT seq, record_id FROM progress"):
            record = self._log.find(record_id)
            if record is not None and record.seq == seq:
                return int(seq)
        return 0


def _version(db: sqlite3.Connection) -> int:
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def _row(sent: MessageSent) -> tuple[str, str, str, str]:
    text, message = _text(sent.message), sent.message
    traits = " ".join(map(_token, traits_of(sent, text)))
    return prepare(text), traits, message.id, message.timestamp


def _text(message: AnyMessage) -> str:
    """Return all text written by the sender, such as options of a decision, findings of a review, and evidence."""
    extensions = {name: value for name, value in message.extensions.items() if name != IMPORTED_FROM}
    texts = _texts_in([message.payload.model_dump(mode="json", exclude_none=True), extensions])
    return "\n".join([message.id, message.from_, message.type, message.context_summary, *texts])


def _texts_in(value: object) -> Iterator[str]:
    """Yield the texts inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for element in value.values():
            yield from _texts_in(element)
    elif isinstance(value, list | tuple):
        for element in value:
            yield from _texts_in(element)
