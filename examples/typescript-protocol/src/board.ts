// The board: single fields, last writer wins, compare-and-set, notices and the changelog.
import { Fault, Rejection } from './faults';
import { AGENT, ARTIFACT, BLOCKER, BOARD, DECISION } from './fields';
import { isObject, Json, JsonObject, same } from './json';
import { Field, Type } from './schema';
import { Mark, Notice, State, SYSTEM } from './state';
import { writeTime } from './times';

type Access = 'lead' | 'own' | 'owner' | 'anyone' | 'system';
interface Row { access: Access; type: Type }
interface Place { parent: JsonObject | null; list: Json[] | null; key: string; name: string; row: Row; owner: string | null }
export interface WriteOptions { at?: bigint; seen?: number; ifSeen?: number; action?: string; force?: boolean }

const fieldType = (type: Type, name: string): Type => ((type.fields as Record<string, Field>)[name] as Field).type;
const rows = (type: Type, access: Record<string, Access>): Record<string, Row> =>
  Object.fromEntries(Object.entries(access).map(([name, who]) => [name, { access: who, type: fieldType(type, name) }]));

const PROJECT = rows(BOARD, { goal: 'lead', current_phase: 'lead' });
interface Kind { type: Type; key: string; add: Access; fields: Record<string, Row>; defaults?: JsonObject }
const KINDS: Record<string, Kind> = {
  agents: { type: AGENT, key: 'id', add: 'system', fields: rows(AGENT, { role: 'lead', status: 'own', current_task: 'own', blocked_by: 'own' }) },
  pending_decisions: {
    type: DECISION, key: 'id', add: 'anyone',
    fields: rows(DECISION, { question: 'owner', options: 'owner', owner: 'owner', deadline: 'owner', status: 'owner', resolution: 'owner' }),
    defaults: { question: '', options: [], deadline: null, status: 'open', resolution: null },
  },
  blockers: { type: BLOCKER, key: 'id', add: 'anyone', fields: rows(BLOCKER, { description: 'anyone', affected_agents: 'anyone', resolved: 'anyone' }), defaults: { description: '', affected_agents: [], resolved: false } },
};
const ARTIFACTS: Kind = { type: ARTIFACT, key: 'ref', add: 'own', fields: rows(ARTIFACT, { description: 'own', version: 'own', path: 'own' }), defaults: { description: '', version: 1, path: '' } };
const own = <T>(record: Record<string, T>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);
const entry = (list: Json | undefined, key: string, name: string): JsonObject | undefined =>
  (Array.isArray(list) ? list : []).find((e): e is JsonObject => isObject(e) && e[key] === name);

function unknown(path: string): never { throw new Rejection('UNKNOWN_FIELD', `the board has no field ${path}`, path); }
const split = (path: string): string[] => {
  if (!path.startsWith('/')) unknown(path);
  return path.slice(1).split('/').map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
};

/** The place that a pointer names; rejects what the board doesn't have. */
function locate(state: State, path: string): Place {
  const parts = split(path);
  const [first, name, field, ref, sub] = parts as [string, string?, string?, string?, string?];
  if (name === undefined) {
    const row = own(PROJECT, first) ?? unknown(path);
    return { parent: state.board, list: null, key: first, name: '', row, owner: null };
  }
  const kind = own(KINDS, first) ?? unknown(path);
  const holder = entry(state.board[first], kind.key, name);
  if (field === undefined) {
    return { parent: null, list: state.board[first] as Json[], key: kind.key, name, row: { access: kind.add, type: kind.type }, owner: null };
  }
  if (!holder) unknown(path);
  const owner = first === 'agents' ? name : first === 'pending_decisions' ? (holder.owner as string) : null;
  if (first === 'agents' && field === 'artifacts' && ref !== undefined) {
    const list = (holder.artifacts ??= []) as Json[];
    if (parts.length === 4) return { parent: null, list, key: 'ref', name: ref, row: { access: ARTIFACTS.add, type: ARTIFACTS.type }, owner };
    const artifact = entry(list, 'ref', ref);
    const row = sub === undefined || parts.length !== 5 ? undefined : own(ARTIFACTS.fields, sub);
    if (!artifact || !row) unknown(path);
    return { parent: artifact, list: null, key: sub as string, name: '', row, owner };
  }
  const row = parts.length === 3 ? own(kind.fields, field) : undefined;
  if (!row) unknown(path);
  return { parent: holder, list: null, key: field, name: '', row, owner };
}

function mayWrite(state: State, actor: string, { row, owner }: Place): boolean {
  const who = state.participants[actor];
  if (row.access === 'anyone' || actor === SYSTEM) return true;
  if (row.access === 'owner') return who?.human === true || actor === owner;
  if (row.access === 'system') return false;
  return who?.lead === true || who?.human === true || (row.access === 'own' && actor === owner);
}
function checkValue(type: Type, value: Json, path: string): void {
  const faults: Fault[] = [];
  type.check(value, [], faults);
  const fault = faults[0];
  if (fault) throw new Rejection('BAD_VALUE', `${fault.code} at ${path}${fault.path}`, path + fault.path);
}

function put(state: State, actor: string, path: string, time: bigint, action: string): void {
  state.seq++;
  state.written[path] = { author: actor, time, seq: state.seq };
  state.changes.push({ seq: state.seq, agent: actor, path, action });
}
const notify = (state: State, to: string, notice: Notice): void => { (state.notices[to] ??= []).push(notice); };

export function write(state: State, actor: string, path: string, value: Json, options: WriteOptions = {}): void {
  const place = locate(state, path);
  if (!options.force && !mayWrite(state, actor, place)) throw new Rejection('NOT_ALLOWED', `${actor} may not write ${path}`, path);
  if (options.at !== undefined && options.at > state.now + 300_000_000n) throw new Rejection('FUTURE_TIMESTAMP', path);
  if (place.list) return writeEntry(state, actor, path, place, value, options);
  checkValue(place.row.type, value, path);
  const parent = place.parent as JsonObject;
  const current = parent[place.key] ?? null;
  const before = lastWrite(state, path);
  if (options.ifSeen !== undefined && before && before.seq > options.ifSeen) throw new Rejection('FIELD_MOVED', path, path);
  const seen = !before || (options.ifSeen ?? options.seen ?? Infinity) >= before.seq;
  if (/^\/agents\/[^/]+\/artifacts\/[^/]+\/version$/.test(path) && (value as number) <= ((current as number | null) ?? 0)) {
    if (seen || !before) throw new Rejection('BAD_VALUE', 'a version only grows', path);
    if (before.author !== actor) notify(state, actor, { path, kept: current, kept_by: before.author, lost: value, lost_by: actor });
    return;
  }
  let time = options.at ?? state.now;
  if (before && time < before.time) {
    if (options.ifSeen !== undefined || (options.at === undefined && seen)) time = before.time;
    else {
      if (before.author !== actor && !same(current, value)) notify(state, actor, { path, kept: current, kept_by: before.author, lost: value, lost_by: actor });
      return;
    }
  }
  if (same(current, value)) {
    if (before && options.at !== undefined) state.written[path] = { ...before, author: actor, time };
    return;
  }
  if (before && !seen && before.author !== actor && state.participants[before.author]) {
    notify(state, before.author, { path, kept: value, kept_by: actor, lost: current, lost_by: before.author });
  }
  parent[place.key] = value;
  put(state, actor, path, time, options.action ?? '');
}

/** The write of a field, or of the entry that it belongs to if the field was not written since. */
function lastWrite(state: State, path: string): Mark | undefined {
  const entryPath = /^\/agents\/[^/]+\/artifacts\//.test(path) ? path.split('/').slice(0, 5).join('/') : path.split('/').slice(0, 3).join('/');
  const [field, whole] = [state.written[path], state.written[entryPath]];
  return field && whole ? (field.seq > whole.seq ? field : whole) : field ?? whole;
}

/** Adds an entry with its defaults; an artifact that is there is written field by field. */
function writeEntry(state: State, actor: string, path: string, place: Place, value: Json, options: WriteOptions): void {
  if (!isObject(value)) throw new Rejection('BAD_VALUE', `${path} is an object`, path);
  const { list, key, name } = place as Place & { list: Json[] };
  if ((value[key] ?? name) !== name) throw new Rejection('BAD_VALUE', `the id in ${path} is another`, `${path}/${key}`);
  const dated: JsonObject = path.startsWith('/blockers/') ? { created_at: writeTime(state.now) } : {};
  const added: JsonObject = { [key]: name, ...dated, ...value };
  checkValue(place.row.type, added, path);
  if (path.startsWith('/pending_decisions/')) {
    if (!state.participants[added.owner as string]) throw new Rejection('UNKNOWN_ACTOR', `there is no ${String(added.owner)}`);
    if ((added.status ?? 'open') !== 'open' || (added.resolution ?? null) !== null) throw new Rejection('BAD_VALUE', 'a new decision is open', `${path}/status`);
  }
  if (entry(list, key, name)) {
    if (key !== 'ref') throw new Rejection('ALREADY_EXISTS', path);
    for (const field of Object.keys(value)) if (field !== key) write(state, actor, `${path}/${field}`, value[field] as Json, { ...options, force: true });
    return;
  }
  const kind = key === 'ref' ? ARTIFACTS : (KINDS[split(path)[0] as string] as Kind);
  list.push({ ...structuredClone(kind.defaults), ...added });
  put(state, actor, path, options.at ?? state.now, options.action ?? '');
}

/** The value of a field and its author; null if there is none. */
export function look(state: State, path: string): { value: Json; author: string | null } {
  try {
    const [first, name, field, ...more] = path.startsWith('/') ? split(path) : [];
    if (first === 'blockers' && field === 'created_at' && more.length === 0) { // the one field that is read and never written
      return { value: entry(state.board.blockers, 'id', name as string)?.created_at ?? null, author: lastWrite(state, path)?.author ?? null };
    }
    const place = locate(state, path);
    if (place.list) return { value: null, author: null };
    return { value: (place.parent as JsonObject)[place.key] ?? null, author: lastWrite(state, path)?.author ?? null };
  } catch (error) {
    if (error instanceof Rejection) return { value: null, author: null };
    throw error;
  }
}
export const decision = (state: State, id: string): JsonObject | undefined => entry(state.board.pending_decisions, 'id', id);
export const agentEntry = (state: State, id: string): JsonObject | undefined => entry(state.board.agents, 'id', id);
