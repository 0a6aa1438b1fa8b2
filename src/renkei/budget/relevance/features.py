"""The features that tell whether a group message concerns an agent, their weights, and the thresholds of the tiers.

The weights are coefficients of a logistic regression; a score is the logarithm of the odds that the message is needed.
`tools/tune_tiers.py` finds them from group chat in which people had marked the conversations. They are not edited by
hand. They show:

* Conversation partners matter more than words. The strongest feature is the author of the text that my task quotes,
  then anyone talking with that author, then anyone I last exchanged messages with by name.
* Shared keywords matter when they are a large part of the message or of the task; a single rare word does not.
* A message addressed to someone else counts against, unless I talk with that person or my task comes from there.
* The more people talk at once, the less likely any message is for me; new messages are more likely than old ones.
* Without a tie nothing is relevant: fewer than one in ten such messages is needed, and no feature tells which.

On channels that the weights were not fitted to, recall is 0.78 and precision 0.58. Halving or doubling any of the
windows in `tracker` and `perspective` changes either by less than 0.01.
"""

from renkei.immutable.frozen import frozen


@frozen
class Feature:
    """The score added by a feature of value 1.

    A `tie` connects the message with the agent; other features are circumstances, which alone make nothing relevant.
    """

    weight: float
    tie: bool = True


FEATURES: dict[str, Feature] = {
    "asker": Feature(1.89),
    "beside_asker": Feature(0.89),
    "to_asker": Feature(1.74),
    "correspondent": Feature(1.09),
    "to_correspondent": Feature(0.93),
    "turned_to_me": Feature(1.52),
    "my_conversation": Feature(0.41),
    "task_conversation": Feature(0.84),
    "share_of_message": Feature(1.42),
    "share_of_task": Feature(3.68),
    "to_others": Feature(-0.71, tie=False),
    "called_away": Feature(-0.23, tie=False),
    "newness": Feature(1.19, tie=False),
    "crowd": Feature(-3.27, tie=False),
    "own_task": Feature(-0.73, tie=False),
}
"""Every feature by name; values are between 0 and 1, computed in `perspective`. The texts have a label for each name
(`reason.asker`).
"""

INTERCEPT = -0.43
"""The score of a message whose features are all 0."""

RELEVANT_FROM = -1.94
"""The lowest score of a relevant message; it must also have a tie."""

IRRELEVANT_BELOW = -3.94
"""The score below which an overheard message without a tie is irrelevant."""
