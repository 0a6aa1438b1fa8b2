"""The options of a DECISION_REQUEST as kept on the board (sections 1 and 2).

The message has one text per option, `analysis`; the board has `pros` and `cons`. A text that marks both parts is
divided. Any other text is kept whole and labelled as an analysis, so that it is not mistaken for advantages alone.
"""

import re

from renkei.protocol.payloads import DecisionOption
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

_SEPARATORS = " \n\t;,.、。；"
_PARTS = (  # compiled when it is first used
    r"^\s*(?:pros|advantages|長所|利点|メリット)\s*[:：](?P<pros>.+?)"
    r"(?:cons|disadvantages|短所|欠点|デメリット)\s*[:：](?P<cons>.+)$"
)


def board_option(option: DecisionOption, locale: Locale) -> dict[str, str]:
    """Return an option in the board's form: `label`, `pros`, `cons`."""
    parts = re.match(_PARTS, option.analysis, re.IGNORECASE | re.DOTALL)
    if parts is not None:
        return {"label": option.label} | {name: parts[name].strip(_SEPARATORS) for name in ("pros", "cons")}
    text = say(locale, "board.analysis", text=option.analysis) if option.analysis else ""
    return {"label": option.label, "pros": text, "cons": ""}
