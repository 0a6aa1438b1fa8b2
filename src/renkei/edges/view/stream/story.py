"""The card about a story that is played in the project, such as the demo: what it waits for, or its end."""

from collections.abc import Sequence

from renkei.edges.view.surroundings import Story
from renkei.edges.view.words import words_in
from renkei.engine.views.waiting.entry import Waiting
from renkei.protocol.primitives import Locale
from renkei.wording.visible import visible


def card_of(story: Story, waiting: Sequence[Waiting], locale: Locale) -> str:
    """Return the card's text for the person of these items; "" without a story."""
    if not story:
        return ""
    if story != "waits" or not waiting:
        return words_in(locale)(f"story.{'plays' if story == 'waits' else story}")
    first = waiting[0]
    who = ", ".join(first.behind or first.creditors)
    return words_in(locale)("story.waits", who=visible(who), ref=visible(first.ref))
