"""A browser that is added to, or removed from, the devices of the person whose session it has."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from renkei.edges.reaching.devices import add_device, device_of, devices, meet, push_key, remove_device
from renkei.edges.view.forms.form import PostedForm, read_form
from renkei.edges.view.services import ViewServices
from renkei.errors import BadValueError
from renkei.extras import missing, require
from renkei.project.project import Project
from renkei.store.tokens import Token

LONGEST_ZONE = 100


async def show_key(services: ViewServices, request: Request) -> Response:
    """Answer with the public key with which a browser subscribes; "" if this server cannot send to browsers."""
    await services.run(services.sign_in.session, request)
    key = "" if missing("notify", "Web push") else (await services.run(push_key, services.project)).public
    return JSONResponse({"key": key})


async def change_device(services: ViewServices, request: Request) -> Response:
    """Add or remove the browser of a request, or tell it whether it is a device of its person."""
    session = await services.run(services.sign_in.session, request)
    form = await read_form(request)
    session.check_form(form.one("form_token"))
    token = await services.run(services.sign_in.token, request)
    is_on = await services.run(_change, services.project, token, form)
    return JSONResponse({"on": is_on}, HTTPStatus.OK)


def _change(project: Project, session: Token, form: PostedForm) -> bool:
    endpoint, act = form.one("endpoint"), form.one("act")
    if act == "add":
        require("notify", "Web push")
        made = device_of(project, session, endpoint, form.one("p256dh"), form.one("auth"), form.one("name"))
        zone = form.one("time_zone")[:LONGEST_ZONE]
        add_device(project, made.model_copy(update={"rules": {"time_zone": zone}}) if _is_zone(zone) else made)
        return True
    if act == "remove":
        mine = [one.id for one in devices(project) if (one.endpoint, one.person) == (endpoint, session.actor)]
        for name in mine:
            remove_device(project, name)
        return False
    if act != "meet":
        raise BadValueError(path="/act", got=act, expected="add, meet or remove")
    return meet(project, session, endpoint)


def _is_zone(name: str) -> bool:
    """Return whether a browser named a time zone that this machine knows."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
