"""Comments are found by the path of the value that they belong to."""

from reading import one_yaml
from renkei.documents.yaml_comments import END, Comment, comments_of


def found(text: str) -> dict:
    return comments_of(text, one_yaml(text))


def test_a_comment_above_or_at_the_end_of_a_line_belongs_to_the_value_that_begins_there():
    text = "# top\n# second\na: 1  # beside\nb:\n  # inner\n  c: 2\n"
    assert found(text) == {
        ("a",): Comment(("# top", "# second"), "# beside"),
        ("b", "c"): Comment(("# inner",)),
    }


def test_a_comment_of_a_list_element_is_named_by_its_index():
    text = "a:\n- x\n# above\n- id: y  # beside\n  n: 1\n"
    assert found(text) == {("a", 1): Comment(("# above",), "# beside")}


def test_a_comment_after_the_last_value_is_kept_under_a_path_of_its_own():
    assert found("a: 1\n\n# end\n# of file\n") == {END: Comment(("# end", "# of file"))}


def test_a_hash_inside_of_a_string_is_not_a_comment():
    assert found("a: 'x # y'\nb: x#y\nc: |\n  # text\n  more # text\nd: \"x\n  # y\"\n") == {}


def test_a_comment_after_a_quoted_hash_is_found():
    assert found("a: 'x # y' # z\n") == {("a",): Comment((), "# z")}


def test_a_document_without_comments_has_none():
    assert found("a: 1\n") == {}
