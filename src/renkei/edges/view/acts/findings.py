"""The findings of a form that judges work: some rows, of which those with a description count."""

from pydantic import ValidationError

from renkei.documents.explain import first_problem
from renkei.edges.view.forms.form import Form
from renkei.protocol.payloads import Finding

ROWS = range(1, 4)
"""The rows that a form has; more findings go into the summary."""

FIELDS = ("severity", "location", "description")


def findings_of(form: Form) -> list[Finding]:
    """Return the findings of a form; raises BadValueError for a severity that does not exist."""
    rows = [{name: form.one(f"{name}-{row}").strip() for name in FIELDS} for row in ROWS]
    try:
        return [Finding.model_validate(one) for one in rows if one["description"]]
    except ValidationError as error:
        raise first_problem(error) from None
