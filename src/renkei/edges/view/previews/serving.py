"""The bytes of an artifact's file: pictures are shown, all other files are saved, and none can run anything."""

from http import HTTPStatus
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from renkei.edges.view.previews.known import known_file
from renkei.project.project import Project
from renkei.workspace.errors import WorkspaceError

POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
"""A file that a person opens at its own address is a page without scripts, styles and an origin."""


def answer_file(project: Project, ref: str) -> Response:
    """Return the file of an artifact. Its media type follows from its bytes; raises HTTPException for none."""
    file = known_file(project, project.state, ref)
    if file is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    if not file.is_small:
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        data = file.read()
    except WorkspaceError as error:  # it is gone by now, or is a link
        raise HTTPException(HTTPStatus.NOT_FOUND) from error
    where = "inline" if file.is_picture else "attachment"
    headers = {
        "Content-Disposition": f"{where}; filename*=UTF-8''{quote(file.name, safe='')}",
        "Content-Security-Policy": POLICY,
    }
    return Response(data, media_type=file.kind.type, headers=headers)
