"""Addresses of web pages in a text become links that cannot lead elsewhere than they say."""

import re

from markupsafe import Markup, escape

from renkei.wording.visible import visible

LINK = re.compile(r"https?://(?!renkei-[0-9a-f]{16}\.localhost)[!#-&*-;=?-Z_a-z~]{1,2000}")
"""Addresses that become links in a message: only ASCII, because letters of other scripts can look alike.

Its text is its whole target, so it cannot lead elsewhere. The name of a view is no link: another program could listen
at another port of this name, and a browser would send it the session.
"""


def linked(text: str) -> Markup:
    """Return a text in which the addresses of web pages are links."""
    shown, parts, end = visible(text), [], 0
    for found in LINK.finditer(shown):
        address = found.group().rstrip(".,;:!?")
        parts.append(escape(shown[end : found.start()]))
        link = Markup('<a href="{}" rel="noopener noreferrer nofollow" target="_blank">{}</a>')
        parts.append(link.format(address, address))
        end = found.start() + len(address)
    return Markup().join([*parts, escape(shown[end:])])


def target_of(address: str, title: object = None) -> Markup:
    """Return where a link leads, behind its words."""
    return Markup(" ({}{})").format(linked(address), f" “{visible(str(title))}”" if title else "")
