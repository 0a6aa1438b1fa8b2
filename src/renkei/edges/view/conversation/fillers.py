"""Fills the slots of cards with the status of contracts, decisions and replies in the state shown."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from urllib.parse import quote

from markupsafe import escape

from renkei.contracts.events import EvidenceRecorded
from renkei.contracts.state import Contract
from renkei.edges.view.avatars import hue_of
from renkei.edges.view.conversation.selection import Selection
from renkei.edges.view.conversation.slots import fill
from renkei.edges.view.moments import time_element
from renkei.edges.view.previews.known import artifacts_by_name, attached_to, known_file
from renkei.edges.view.previews.shown import size_words
from renkei.edges.view.prose.links import target_of
from renkei.edges.view.rendering import render
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.conversation.addressing import was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import StoredMessage
from renkei.engine.views.agent_context.tiers import tiers_for
from renkei.engine.views.contracts.closed import load_closed_contract
from renkei.engine.views.titles import called, first_words
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale
from renkei.wording.visible import visible

REPLIES = 20
"""Newest replies shown below a message; its thread has all."""

REF = "--ref--"


class Fillers:
    """A page's data about the content of its cards.

    `here`: the message that the address names. `is_new`: the messages in the records have no replies yet.
    """

    def __init__(
        self, visit: Visit, selection: Selection, records: Iterable[Record], here: str = "", *, is_new: bool = False
    ) -> None:
        self._visit = visit
        self._reader = selection.reader
        self._here = here
        self._is_new = is_new
        records = tuple(records)
        self._events = {
            event.message.id: (record.seq, event)
            for record in records
            for event in record.events
            if isinstance(event, MessageSent)
        }
        self._claims = {
            (record.seq, event.contract_id): event.claims
            for record in records
            for event in record.events
            if isinstance(event, EvidenceRecorded)
        }
        self._tiers = self._known_tiers()
        self._at = visit.in_past
        self._contracts: dict[str, Contract | None] = {}
        self._previews: dict[str, str] = {}
        self._artifacts: dict[str, str] | None = None

    def fill(self, markup: str) -> str:
        """Return the markup of a block with its slots filled in."""
        return fill(markup, self.one)

    def one(self, kind: str, ref: str) -> str:
        """Return the content of one slot."""
        return FILLERS[kind](self, ref)

    def _part(self, kind: str, **values: object) -> str:
        visit = self._visit
        return render("slot.html", t=words_in(visit.locale), kind=kind, visit=visit, at=self._at, **values).strip()

    def _fixed(self, kind: str, **values: str) -> str:
        return _fixed(kind, self._visit.locale, tuple(values.items()))

    def _known_tiers(self) -> dict[str, str]:
        state, reader = self._visit.state, self._reader
        if reader not in state.actors:
            return {}
        reached = (
            StoredMessage(event.message, seq, 0)
            for seq, event in self._events.values()
            if was_sent_to(state, event, reader)
        )
        return {name: str(tier) for name, tier in tiers_for(state, reader, reached).items()}

    def _address(self, ref: str) -> str:
        """Return the end of a card's addresses, which keeps them at the same record."""
        return self._at

    def _reply(self, ref: str) -> str:
        return self._fixed("reply").replace(REF, quote(ref)) if self._visit.is_live else ""

    def _tier(self, ref: str) -> str:
        tier = self._tiers.get(ref)
        return self._fixed("tier", tier=tier, reader=self._reader, person=self._visit.person) if tier else ""

    def is_urgent(self, ref: str) -> bool:
        """Return whether a message is critical for the reader."""
        return self._tiers.get(ref) == "critical"

    def is_here(self, ref: str) -> bool:
        """Return whether the address names a message."""
        return ref == self._here

    def _people(self, ref: str) -> str:
        """Return the names of a card's receivers as its reader calls them."""
        you = words_in(self._visit.locale)("frame.you")
        return ", ".join(escape(called(name, self._visit.person, you)) for name in ref.split(" "))

    def _hue(self, ref: str) -> str:
        return hue_of(self._visit.state, ref)

    def _warnings(self, ref: str) -> str:
        """Return the warnings about a message, for the participant who sent it."""
        known = self._events.get(ref)
        is_own = known is not None and known[1].message.from_ == self._visit.person and known[1].warnings
        return self._part("warnings", warnings=known[1].warnings) if known is not None and is_own else ""

    def _thread(self, ref: str) -> str:
        """Lead from a message to its thread, by the title of its contract; the thread's own page has no such links."""
        thread, _, contract = ref.partition(" ")
        if thread == self._visit.path.get("thread"):
            return ""
        known = self._known_contract(contract) if contract else None
        title = first_words(known.terms.inputs.description) if known is not None else ""
        return self._fixed("thread", contract=contract, title=title, at=self._at).replace(REF, quote(thread))

    def _classes(self, ref: str) -> str:
        """Return the classes that a card has for this reader: its tier, and whether the address names it."""
        return f"{self._tiers.get(ref, '')}{' here' if ref == self._here else ''}"

    def _moment(self, at: str) -> str:
        """Return when something was, or is due: a card is kept longer than a day lasts."""
        return time_element(at, self._visit.now, self._visit.locale) if at else ""

    def _parent(self, ref: str) -> str:
        """Name the message that a message answers."""
        known = self._events.get(ref)
        return self._part("parent", ref=ref, parent=known[1].message if known else self._find_message(ref))

    def _find_message(self, ref: str) -> AnyMessage | None:
        visit = self._visit
        return visit.project.find_message(ref) if visit.record_of(ref) is not None else None

    def _owed(self, ref: str) -> str:
        """Say who owes a reply to a message."""
        state = self._visit.state
        reached = self._events[ref][1].recipients if ref in self._events else state.obligations
        owed = [
            state.obligations[one][ref] for one in reached if one in state.obligations and ref in state.obligations[one]
        ]
        if not owed:
            return ""
        since = state.messages[ref].message.timestamp
        return self._part("owed", owed=owed, since=since)

    def _known_contract(self, ref: str) -> Contract | None:
        if ref not in self._contracts:
            visit = self._visit
            self._contracts[ref] = visit.state.contracts.find(ref) or load_closed_contract(
                visit.project.log.records_about("contract", ref, visit.seq + 1), ref
            )
        return self._contracts[ref]

    def _contract(self, ref: str) -> str:
        found = self._known_contract(ref)
        if found is None:
            return ""
        total = len(found.terms.acceptance_criteria)
        return self._part("contract", entry=found, total=total, proved=total - len(found.unproved))

    def _unclaimed(self, ref: str) -> str:
        """List the unproved criteria of a contract that the result in a record does not mention."""
        seq, _, contract = ref.partition(" ")
        found = self._known_contract(contract)
        if found is None:
            return ""
        claimed = {one.criterion for one in self._claims.get((int(seq), contract), ())}
        every = [one.criterion for one in found.terms.acceptance_criteria]
        criteria = [every[one] for one in found.unproved if every[one] not in claimed]
        return self._part("unclaimed", criteria=criteria) if criteria else ""

    def _decision(self, ref: str) -> str:
        board = self._visit.state.board
        cells = {
            name: board.cells.get(f"/pending_decisions/{ref}/{name}") for name in ("owner", "status", "resolution")
        }
        if cells["owner"] is None:
            return ""
        return self._part("decision", ref=ref, **{name: cell.value if cell else None for name, cell in cells.items()})

    def _preview(self, ref: str) -> str:
        """Show the file of an artifact: a picture, or its name; nothing where this machine has none."""
        visit = self._visit
        if ref not in self._previews:
            file = known_file(visit.project, visit.state, ref) if visit.is_live else None
            self._previews[ref] = self._part("preview", file=file, size=size_words(file.length)) if file else ""
        return self._previews[ref]

    def _attached(self, ref: str) -> str:
        """Show the files that came with a post."""
        visit = self._visit
        return "".join(map(self._preview, attached_to(visit.project, visit.state, ref)))

    def _image(self, ref: str) -> str:
        """Show a picture that a text names, if it is an artifact's; else write its address."""
        if self._artifacts is None:
            self._artifacts = artifacts_by_name(self._visit.state)
        artifact = self._artifacts.get(ref)
        return (self._preview(artifact) if artifact else "") or target_of(ref)

    def _replies(self, ref: str) -> str:
        visit = self._visit
        if self._is_new:
            return self._fixed("replies").replace(REF, escape(visible(ref)))
        found = visit.project.conversation(thread=ref, before=visit.seq + 1, limit=REPLIES + 1)
        replies = [one for one in found if one.message.id != ref]
        return self._part("replies", ref=ref, replies=replies[-REPLIES:], more=len(replies) > REPLIES)


FILLERS: Mapping[str, Callable[[Fillers, str], str]] = {
    "at": Fillers._address,
    "tier": Fillers._tier,
    "classes": Fillers._classes,
    "moment": Fillers._moment,
    "reply": Fillers._reply,
    "parent": Fillers._parent,
    "people": Fillers._people,
    "hue": Fillers._hue,
    "warnings": Fillers._warnings,
    "thread": Fillers._thread,
    "owed": Fillers._owed,
    "contract": Fillers._contract,
    "unclaimed": Fillers._unclaimed,
    "decision": Fillers._decision,
    "preview": Fillers._preview,
    "attached": Fillers._attached,
    "image": Fillers._image,
    "replies": Fillers._replies,
}
"""Kind of slot → what fills it. An object that held its own methods would refer to itself: its records, which may be
large, would stay until a collection of garbage, which is rare.
"""


@lru_cache(1000)
def _fixed(kind: str, locale: Locale, values: tuple[tuple[str, str], ...]) -> str:
    """Return a part that depends only on these words; `REF` in it is replaced with the id of the message."""
    values_by_name: dict[str, object] = {"ref": REF, "replies": (), "more": False, "at": "", **dict(values)}
    return render("slot.html", t=words_in(locale), kind=kind, **values_by_name).strip()
