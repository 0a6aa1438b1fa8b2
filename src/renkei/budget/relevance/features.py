"""The features that tell whether a group message concerns an agent, their weights, and the thresholds of the tiers.

The weights are coefficients of a logistic regression; a score is the logarithm of the odds that the message is needed.
`tools/tune_tiers.py` finds them from group chat in which people had marked the conversations. They are not edited by
hand. They show:

* Conversations matter more than words. The strongest features are probable replies to and from my messages
  (`replies`), then the author of the text that my task quotes, then messages to that author.
* Shared keywords matter when they are a large part of the message or of the task; a single rare word does not.
* A message addressed to someone else counts against, unless I talk with that person or my task comes from there.
* The more people talk at once, the less likely any message is for me; new messages are more likely than old ones.
* An agent that was named since it last wrote will most likely answer that, so everything else counts less.
* Four of five needed messages that are missed belong to a conversation that the agent only joins with its next message.
  A reader who knew all conversations, but not the future, would find 73 % of the needed messages.

On channels that the weights were not fitted to, recall is 0.83 and precision 0.63 in Ubuntu support, 0.89 and 0.72 in
channels of other projects (`tools/tier_quality.py`).
"""

from renkei.immutable.frozen import frozen


@frozen
class Feature:
    """The score added by a feature of value 1.

    A `tie` connects the message with the agent; other features are circumstances, which alone make a message relevant
    only to an agent that takes part in the recent conversations. A tie is `certain` if it rests on names, words and
    threads that messages contain, and not on replies that are only probable.
    """

    weight: float
    tie: bool = True
    certain: bool = True


FEATURES: dict[str, Feature] = {
    "asker": Feature(1.67),
    "beside_asker": Feature(0.67),
    "to_asker": Feature(1.58),
    "correspondent": Feature(0.64),
    "to_correspondent": Feature(0.51),
    "turned_to_me": Feature(0.79),
    "task_conversation": Feature(0.80),
    "share_of_message": Feature(1.36),
    "share_of_task": Feature(2.65),
    "my_thread": Feature(1.83, certain=False),
    "leads_to_me": Feature(1.88, certain=False),
    "to_others": Feature(-0.51, tie=False),
    "called_away": Feature(-0.36, tie=False),
    "newness": Feature(1.76, tie=False),
    "called": Feature(-0.64, tie=False),
    "talkative": Feature(0.72, tie=False),
    "crowd": Feature(-2.07, tie=False),
    "own_task": Feature(-0.95, tie=False),
}
"""Every feature by name; values are between 0 and 1, computed in `perspective`. The texts have a label for each name
(`reason.asker`).
"""

UNCERTAIN = frozenset(name for name, feature in FEATURES.items() if not (feature.tie and feature.certain))
"""The features that are no certain tie: a message that is relevant only by them wakes nobody."""

INTERCEPT = -1.93
"""The score of a message whose features are all 0."""

RELEVANT_FROM = -1.74
"""The lowest score of a relevant message."""

IRRELEVANT_BELOW = -5.00
"""The score below which an overheard message without a tie is irrelevant."""
