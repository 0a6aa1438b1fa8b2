// A small language for the tables of the page "Fields", and the check of a value against it.
import { Fault } from './faults';
import { isObject, Json, JsonObject, pointer } from './json';
import { parseTime } from './times';

export type Path = readonly (string | number)[];
export type Check = (value: Json, path: Path, faults: Fault[]) => void;
export interface Type {
  check: Check;
  kind: 'text' | 'id' | 'enum' | 'time' | 'bool' | 'int' | 'score' | 'list' | 'object' | 'any' | 'other';
  item?: Type;
  fields?: Record<string, Field>;
  nullable?: boolean;
}
/** The form of a vendor's type: VER-010. */
export const VENDOR_TYPE = /^(?=.{1,128}$)[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+\/[A-Z][A-Z0-9_]*$/;
export interface Field { type: Type; required: boolean; default?: Json }

const report = (faults: Fault[], code: string, path: Path): void => { faults.push(new Fault(code, pointer(path))); };
const HIDDEN = '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
const BAD_ID = new RegExp(`[\\s${HIDDEN}/\\\\~*]|^[.-]`, 'u'), BAD_REFERENCE = new RegExp(`[${HIDDEN}]`, 'u');

export function idFault(text: string): string | null {
  if (text === '') return 'BAD_FORMAT';
  if ([...text].length > 128) return 'TOO_MANY';
  return BAD_ID.test(text) ? 'BAD_FORMAT' : null;
}

const simple = (kind: Type['kind'], test: (value: Json) => string | null): Type =>
  ({ kind, check: (value, path, faults) => { const code = test(value); if (code) report(faults, code, path); } });

export const text = simple('text', (v) => (typeof v === 'string' ? null : 'WRONG_TYPE'));
export const id = simple('id', (v) => (typeof v === 'string' ? idFault(v) : 'WRONG_TYPE'));
/** A reference to an artifact or a cause: DOC-044. */
export const reference = simple('text', (v) => (typeof v !== 'string' ? 'WRONG_TYPE' : v === '' || BAD_REFERENCE.test(v) ? 'BAD_FORMAT' : [...v].length > 512 ? 'TOO_MANY' : null));
export const matching = (pattern: RegExp): Type => simple('text', (v) => (typeof v !== 'string' ? 'WRONG_TYPE' : pattern.test(v) ? null : 'BAD_FORMAT'));
export const time = simple('time', (v) => (typeof v !== 'string' ? 'WRONG_TYPE' : parseTime(v) === null ? 'BAD_FORMAT' : null));
export const bool = simple('bool', (v) => (typeof v === 'boolean' ? null : 'WRONG_TYPE'));
export const any: Type = { kind: 'any', check: () => undefined };
export const anyObject = simple('any', (v) => (isObject(v) ? null : 'WRONG_TYPE'));
export const oneOf = (...values: string[]): Type => simple('enum', (v) => (typeof v === 'string' && values.includes(v) ? null : 'NOT_ONE_OF'));
export const integer = (least: number): Type => simple('int', (v) =>
  typeof v !== 'number' || !Number.isInteger(v) ? 'WRONG_TYPE' : v < least || v > Number.MAX_SAFE_INTEGER ? 'OUT_OF_RANGE' : null);
export const score = simple('score', (v) => (typeof v !== 'number' ? 'WRONG_TYPE' : v < 0 || v > 1 ? 'OUT_OF_RANGE' : null));
export const orNull = (type: Type): Type =>
  ({ ...type, nullable: true, check: (v, path, faults) => { if (v !== null) type.check(v, path, faults); } });
export const list = (item: Type, least = 0): Type => ({
  kind: 'list', item,
  check: (value, path, faults) => {
    if (!Array.isArray(value)) return report(faults, 'WRONG_TYPE', path);
    if (value.length < least) report(faults, 'TOO_FEW', path);
    value.forEach((v, i) => item.check(v, [...path, i], faults));
  },
});
/** A list of the board, whose entries have different ids (DOC-031). */
export const entries = (item: Type, key: string): Type => {
  const plain = list(item);
  return { ...plain, check: (value, path, faults) => {
    plain.check(value, path, faults);
    if (!Array.isArray(value)) return;
    const seen = new Set<string>();
    value.forEach((entry, i) => {
      const name = isObject(entry) ? entry[key] : undefined;
      if (typeof name !== 'string') return;
      if (seen.has(name)) report(faults, 'DUPLICATE_ID', [...path, i]);
      seen.add(name);
    });
  } };
};
/** A text or a list of texts. */
export const oneOrList = (item: Type): Type => {
  const many = list(item, 1);
  return { kind: 'other', check: (v, path, faults) => (Array.isArray(v) ? many : item).check(v, path, faults) };
};
export const req = (type: Type): Field => ({ type, required: true });
export const opt = (type: Type, byDefault?: Json): Field =>
  ({ type, required: false, default: byDefault !== undefined ? byDefault : type.nullable ? null : type.kind === 'list' ? [] : undefined });

export function checkFields(fields: Record<string, Field>, value: JsonObject, path: Path, faults: Fault[]): void {
  for (const name of Object.keys(fields)) {
    const field = fields[name] as Field;
    if (name in value) field.type.check(value[name] as Json, [...path, name], faults);
    else if (field.required) report(faults, 'MISSING_FIELD', [...path, name]);
  }
  for (const name of Object.keys(value)) if (!Object.hasOwn(fields, name)) report(faults, 'UNKNOWN_FIELD', [...path, name]);
}
export const object = (fields: Record<string, Field>): Type => ({
  kind: 'object', fields,
  check: (value, path, faults) => (isObject(value) ? checkFields(fields, value, path, faults) : report(faults, 'WRONG_TYPE', path)),
});
