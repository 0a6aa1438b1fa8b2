// The operations of the conformance suite.
import { look } from './board';
import { getContract } from './contracts';
import { begin, end, requireActor, unread } from './delivery';
import { readMessage, validate } from './documents';
import { Rejection } from './faults';
import { Json, JsonObject } from './json';
import { canonical, contentHash } from './messages';
import { Project } from './project';
import { owed } from './replies';
import { Sent } from './state';
import { parseTime } from './times';

type Operation = (request: JsonObject) => JsonObject;
const project = new Project();
const text = (request: JsonObject, name: string): string => {
  const value = request[name];
  if (typeof value !== 'string') throw new Rejection(value === undefined ? 'MISSING_FIELD' : 'BAD_VALUE', `${name} is a text`, `/${name}`);
  return value;
};
const known = (request: JsonObject): string => text(request, 'actor');
const heads = (messages: Sent[]): JsonObject => ({ messages: messages.map(({ id, type, from }) => ({ id, type, from })) });
const actorOf = (request: JsonObject): string => {
  const actor = text(request, 'actor');
  requireActor(project.state, actor);
  return actor;
};
const markOf = (request: JsonObject, name: string): number | undefined => {
  if ((request[name] ?? null) === null) return undefined;
  const mark = project.state.marks[text(request, name)];
  if (mark === undefined) throw new Rejection('BAD_VALUE', 'no such mark', `/${name}`);
  return mark;
};
const timeOf = (request: JsonObject, name: string): bigint | undefined => {
  if ((request[name] ?? null) === null) return undefined;
  const time = parseTime(text(request, name));
  if (time === null) throw new Rejection('BAD_VALUE', 'no time', `/${name}`);
  return time;
};

const hello: JsonObject = { protocol: '1.0', implementation: 'typescript 0.1', levels: [1, 2, 3, 4], skips: {} };
const OPERATIONS: Record<string, Operation> = {
  hello: (request) => {
    if (request.protocol !== '1.0') throw new Rejection('INVALID_DOCUMENT', 'another version', '/protocol', { supported: ['1.0'] });
    return hello;
  },
  validate: (request) => {
    const errors: Json[] = validate(text(request, 'text')).map(({ code, path, more }) => ({ code, path, ...more }));
    return { valid: errors.length === 0, errors };
  },
  canonical: (request) => {
    const form = canonical(readMessage(text(request, 'text')));
    return { canonical: form, hash: contentHash(form) };
  },
  open: (request) => {
    project.open(text(request, 'goal'), (request.participants ?? []) as JsonObject[], (request.groups ?? {}) as JsonObject);
    return {};
  },
  register: (request) => {
    project.register(text(request, 'actor'), text(request, 'name'), request.json_schema ?? null, (request.replies ?? []) as string[]);
    return {};
  },
  send: (request) => {
    if (request.message === undefined) throw new Rejection('MISSING_FIELD', 'a message', '/message');
    return { changed: project.send(request.message) };
  },
  message: (request) => {
    const sent = project.state.messages[text(request, 'message')];
    if (!sent) throw new Rejection('UNKNOWN_MESSAGE', 'no such message');
    return { message: sent.document };
  },
  inbox: (request) => heads(unread(project.state, known(request))),
  begin: (request) => { const actor = actorOf(request); return heads(project.act((state) => begin(state, actor))); },
  end: (request) => { const actor = known(request); project.act((state) => end(state, actor, true)); return {}; },
  abandon: (request) => { const actor = known(request); project.act((state) => end(state, actor, false)); return {}; },
  owed: (request) => heads(owed(project.state, known(request))),
  board: (request) => {
    if (typeof request.mark === 'string') project.state.marks[request.mark] = project.state.seq;
    return typeof request.path === 'string' ? { ...look(project.state, request.path) } : {};
  },
  write: (request) => {
    project.write(text(request, 'actor'), text(request, 'path'), request.value ?? null, {
      at: timeOf(request, 'at'), seen: markOf(request, 'seen'), ifSeen: markOf(request, 'if_seen'),
      action: typeof request.action === 'string' ? request.action : undefined,
    });
    return {};
  },
  notices: (request) => ({ notices: (project.state.notices[known(request)] ?? []).map((notice) => ({ ...notice })) }),
  changes: (request) => {
    const since = markOf(request, 'since') ?? 0;
    return { changes: project.state.changes.filter((c) => c.seq > since).map(({ agent, path, action }) => ({ agent, path, action })) };
  },
  open_contract: (request) => { project.openContract(text(request, 'actor'), request.terms ?? null); return {}; },
  contract: (request) => {
    const { status, assignee, delegator } = getContract(project.state, text(request, 'contract'));
    return { status, assignee, delegator };
  },
  transition: (request) => { project.transition(text(request, 'actor'), text(request, 'contract'), text(request, 'transition'), typeof request.reason === 'string' ? request.reason : null); return {}; },
  accept: (request) => {
    project.accept(text(request, 'actor'), text(request, 'contract'), typeof request.reason === 'string' ? request.reason : null);
    return {};
  },
  criteria: (request) => ({ criteria: [...getContract(project.state, text(request, 'contract')).standing] }),
};

export function answer(request: JsonObject): JsonObject {
  const operation = Object.hasOwn(OPERATIONS, String(request.op)) ? OPERATIONS[String(request.op)] : undefined;
  if (!operation) throw new Rejection('UNKNOWN_OPERATION', `no operation ${String(request.op)}`, '/op');
  const now = timeOf(request, 'now');
  if (now !== undefined) project.clock = now;
  return operation(request);
}
