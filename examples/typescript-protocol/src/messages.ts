// The canonical form of a message and its hash: MSG-020 to MSG-026.
import { createHash } from 'node:crypto';
import { HEADER, PAYLOADS, splitTypes } from './fields';
import { Fraction, Json, JsonObject, same, Writable, writeCanonical } from './json';
import { Field, Type } from './schema';
import { parseTime, writeTime } from './times';

const REPLIES: Record<string, string[]> = {
  TASK_HANDOFF: ['TASK_RESULT', 'TASK_BLOCKED'], DECISION_REQUEST: ['DECISION_RESULT'],
  CONFLICT_REPORT: ['DECISION_RESULT', 'TASK_HANDOFF'], REVIEW_REQUEST: ['REVIEW_RESULT'],
};

/** The types that answer a message: REP-001, REP-002. */
export function expectedTypes(message: JsonObject): string[] {
  const given = message.expected_response_type ?? null;
  if (typeof given === 'string') return splitTypes(given);
  if (Array.isArray(given)) return given as string[];
  if (message.type === 'FREEFORM') return (message.payload as JsonObject).requires_response === true ? ['FREEFORM'] : [];
  return REPLIES[message.type as string] ?? [];
}

function canonicalValue(value: Json, type: Type): Writable {
  if (value === null) return null;
  if (type.kind === 'time') return writeTime(parseTime(value as string) as bigint);
  if (type.kind === 'score') return new Fraction(value as number);
  if (type.kind === 'list' && type.item) return (value as Json[]).map((entry) => canonicalValue(entry, type.item as Type));
  if (type.kind === 'object' && type.fields) return canonicalFields(value as JsonObject, type.fields);
  return value;
}
function canonicalFields(value: JsonObject, fields: Record<string, Field>): { [key: string]: Writable } {
  const out: { [key: string]: Writable } = {};
  for (const name of Object.keys(value)) {
    const field = fields[name] as Field;
    if (!field.required && same(value[name], field.default)) continue;
    out[name] = canonicalValue(value[name] as Json, field.type);
  }
  return out;
}

export function canonical(message: JsonObject): string {
  const out = canonicalFields(message, HEADER);
  delete out.timestamp;
  const fields = PAYLOADS[message.type as string];
  out.payload = fields ? canonicalFields(message.payload as JsonObject, fields) : (message.payload as JsonObject);
  out.expected_response_type = expectedTypes(message);
  return writeCanonical(out);
}
export const contentHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
