"""The signs that a message of a group concerns an agent, what each weighs, and where the tiers begin.

The weights are the coefficients of a logistic regression and the score is the logarithm of the odds that the message
is needed. They come from `tools/tune_tiers.py` and are not written by hand. What it found, on group chat whose
conversations people had told apart:

* Who talks with whom says more than words. Most telling is who wrote what my task quotes, then who talks with that
  author, then with whom I exchanged messages by name, the latest first.
* Words in common help where they are a large part of the message, or of the task; single rare ones do not.
* A message to somebody else by name counts against, unless that is a correspondent of mine or my task's author.
* The more people talk at once, the less any message is for me; the newest messages are the likeliest.
* Without a tie nothing is relevant: of such messages fewer than one in ten is needed, and which cannot be told.

On channels that the weights were not found on it shows .78 of what is needed, and .58 of what it shows is needed. Both
stay the same within a hundredth when any of the windows in `correspondence` and `perspective` is halved or doubled.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """What a sign with value 1 adds to the score, and how it is said in a reason.

    A `tie` joins the message to the agent; the others are circumstances, which alone make nothing relevant.
    """

    weight: float
    says: str
    tie: bool = True


FEATURES: dict[str, Feature] = {
    "asker": Feature(1.89, "from whom my task comes"),
    "beside_asker": Feature(0.89, "from one who talks with whom my task comes from"),
    "to_asker": Feature(1.74, "to whom my task comes from"),
    "correspondent": Feature(1.09, "from a correspondent of mine"),
    "to_correspondent": Feature(0.93, "to a correspondent of mine"),
    "turned_to_me": Feature(1.52, "from one who talks mostly with me"),
    "my_conversation": Feature(0.41, "in a conversation of mine"),
    "task_conversation": Feature(0.84, "in the conversation of my task"),
    "share_of_message": Feature(1.42, "words in common"),
    "share_of_task": Feature(3.68, "words of my task"),
    "to_others": Feature(-0.71, "to somebody else", tie=False),
    "called_away": Feature(-0.23, "from one whom somebody else just named", tie=False),
    "newness": Feature(1.19, "new", tie=False),
    "crowd": Feature(-3.27, "many are talking", tie=False),
    "own_task": Feature(-0.73, "my task comes from nobody else", tie=False),
}
"""Every sign; values are between 0 and 1. What each is exactly stands in `perspective`."""

BIAS = -0.43
"""The score of a message without any sign."""

RELEVANT = -1.94
"""A message with a tie and at least this score is relevant."""

IRRELEVANT = -3.94
"""An overheard message without a tie and with less than this score is irrelevant."""
