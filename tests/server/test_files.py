"""Files over HTTP: reserve them, report changes, and see who works on what."""

from serving import Client


def test_files_are_reserved_and_listed(ann: Client, bob: Client) -> None:
    done = ann.post("/acts/reserve_files", {"paths": ["docs/http/**"], "lease": 60})
    assert (done["changed"], done["id"], done["notices"]) == (True, None, [])
    assert bob.refused("POST", "/acts/reserve_files", {"paths": ["docs/http/a.md"]}) == (409, "FILES_TAKEN")
    assert bob.refused("POST", "/acts/release_files", {"participant": "ann"}) == (403, "NOT_ALLOWED")
    assert bob.refused("POST", "/acts/set_file_policy", {"overlap": "warn"}) == (403, "NOT_ALLOWED")
    (row,) = (one for one in bob.get("/files") if one["path"] == "docs/http/**")
    assert (row["agent"], row["hold"], row["shared"]) == ("ann", "reserved", False)
    ann.post("/acts/release_files", {"paths": ["docs/http/**"]})


def test_changes_are_reported_and_found_by_their_file(ann: Client) -> None:
    ann.post("/acts/record_changes", {"changes": [{"path": "http/a.py", "lines": [[1, 2]]}], "source": "command"})
    (entry,) = ann.get("/files/log?path=http")
    assert (entry["path"], entry["agent"], entry["lines"], entry["source"]) == ("http/a.py", "ann", [[1, 2]], "command")
    assert ann.refused("GET", "/files/log?path=../x") == (422, "BAD_VALUE")
    assert ann.refused("POST", "/acts/record_changes", {"changes": [{"path": "/etc/x"}]}) == (422, "BAD_VALUE")
