// Documents: which kind a text is, and all its faults.
import { Fault, Rejection } from './faults';
import { BOARD, CONTRACT, EVENTS, HEADER, PAYLOADS } from './fields';
import { isObject, Json, JsonObject, pointer, readJson } from './json';
import { checkFields, Field, Path, Type } from './schema';

const ROOTS = ['message', 'project_state', 'task_contract', 'events'];
interface Found { kind: string; value: Json; path: Path; beside: string[] }

function recognize(document: Json): Found | null {
  if (Array.isArray(document)) {
    const isRules = isObject(document[0] ?? null) && 'event' in (document[0] as JsonObject);
    return isRules ? { kind: 'events', value: document, path: [], beside: [] } : null;
  }
  if (!isObject(document)) return null;
  const keys = Object.keys(document);
  const bare = (kind: string): Found => ({ kind, value: document, path: [], beside: [] });
  if ('type' in document) return bare('message');
  const root = ROOTS.find((key) => key in document);
  if (root !== undefined) return { kind: root, value: document[root] as Json, path: [root], beside: keys.filter((key) => key !== root) };
  if ('payload' in document) return bare('message');
  const has = (type: Type): boolean => Object.entries(type.fields ?? {}).every(([name, field]) => !field.required || name in document);
  return has(CONTRACT) ? bare('task_contract') : has(BOARD) ? bare('project_state') : null;
}

export function checkMessage(value: Json, path: Path, faults: Fault[]): void {
  if (!isObject(value)) { faults.push(new Fault('WRONG_TYPE', pointer(path))); return; }
  const type: Fault[] = [];
  checkFields({ type: HEADER.type as Field }, { type: value.type ?? null }, path, type);
  if (type.length > 0) { faults.push(new Fault('type' in value ? 'NOT_ONE_OF' : 'MISSING_FIELD', pointer([...path, 'type']))); return; }
  checkFields(HEADER, value, path, faults);
  const fields = typeof value.type === 'string' && Object.hasOwn(PAYLOADS, value.type) ? PAYLOADS[value.type] : undefined;
  if (fields && isObject(value.payload)) checkFields(fields, value.payload, [...path, 'payload'], faults);
}

function checkFound({ kind, value, path, beside }: Found): Fault[] {
  const faults = beside.slice(0, 1).map((key) => new Fault('UNKNOWN_FIELD', pointer([key])));
  if (faults.length > 0) return faults; // alone: DOC-030
  if (kind === 'message') checkMessage(value, path, faults);
  else (kind === 'project_state' ? BOARD : kind === 'task_contract' ? CONTRACT : EVENTS).check(value, path, faults);
  return faults;
}

/** All faults of a text; none if it is a valid document. */
export function validate(text: string): Fault[] {
  try {
    const found = recognize(readJson(text));
    return found ? checkFound(found) : [new Fault('UNKNOWN_KIND', '')];
  } catch (error) {
    if (error instanceof Fault) return [error];
    throw error;
  }
}

/** The message in a text, without root key. */
export function readMessage(text: string): JsonObject {
  const faults: Fault[] = [];
  let value: Json = null;
  try {
    value = readJson(text);
    checkMessage(value, [], faults);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    faults.push(error);
  }
  if (faults[0]) throw new Rejection('INVALID_DOCUMENT', faults[0].message, faults[0].path);
  return value as JsonObject;
}
