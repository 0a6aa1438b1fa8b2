"""Reading small documents in tests."""

import pytest

from renkei.documents.json_reader import read_json
from renkei.documents.source import Source, SourceError
from renkei.documents.yaml_reader import read_yaml


def one_yaml(text: str) -> Source:
    (source,) = read_yaml(text)
    return source


BOTH = pytest.mark.parametrize("read", [read_json, one_yaml], ids=["json", "yaml"])


def refusal(read: object, text: str | bytes) -> tuple:
    with pytest.raises(SourceError) as caught:
        read(text)
    problem = caught.value.problem
    return problem.code, problem.path, problem.line, problem.column
