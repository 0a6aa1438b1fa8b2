"""Acts on what vendors add to the protocol: their types of messages and their extensions."""

from renkei.acts.act import Act
from renkei.engine import commands as c
from renkei.protocol.registration import Registration


class RegisterArguments(Registration):
    """Register a vendor's type of message, or an extension, with its JSON Schema.

    Messages of the type are checked against the schema and delivered like any other. The project then also knows the
    extension, so that messages may require it. A name that is registered already gets the new schema. Returns None when
    nothing changed. Raises BadValueError for a name or a schema that cannot be used, or NotAllowedError for actors
    other than leads and humans.
    """


ACTS = (
    Act(
        "register",
        RegisterArguments,
        lambda context, to: [c.Register(Registration.model_validate(to.model_dump()))],
        "project",
    ),
)
