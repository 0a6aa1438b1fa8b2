"""The errors of notifications, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


class NotificationError(RenkeiError):
    """Notifications cannot be sent."""

    code = "NOTIFICATION_FAILED"
    template = "The service did not take the notification: {reason}."
    hint_template = "Check the address of the service, then try again: `renkei notify test {destination}`."
    retryable = True


class DestinationEndedError(RenkeiError):
    """A browser has ended its subscription, so nothing reaches it any more."""

    code = "DESTINATION_ENDED"
    template = "{name} no longer takes notifications: {reason}."
    hint_template = "Open the view in that browser, and press `Notify me on this device` again."


class UnknownDestinationError(RenkeiError):
    """There is no destination of this id."""

    code = "UNKNOWN_DESTINATION"
    template = "There is no destination {destination!r}."
    hint_template = "Destinations: {known}. `renkei notify list` shows them, `renkei notify add` adds one."
