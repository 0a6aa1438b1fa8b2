// Types and extensions of vendors: VER-006 to VER-016, and the part of JSON Schema that their checks need.
import { Rejection } from './faults';
import { isObject, Json, JsonObject, pointer, same } from './json';
import { Path, VENDOR_TYPE } from './schema';
import { State } from './state';

export interface Registration { schema: JsonObject; replies: string[] }
const OWN = ['task_contract', 'evidence', 'outputs', 'clause', 'violated_assumptions'];
const KINDS: Record<string, (value: Json) => boolean> = {
  object: isObject, array: Array.isArray, string: (v) => typeof v === 'string', boolean: (v) => typeof v === 'boolean', null: (v) => v === null,
  number: (v) => typeof v === 'number', integer: (v) => Number.isInteger(v),
};

/** Registers a type or an extension. */
export function register(state: State, actor: string, name: string, schema: Json, replies: string[]): void {
  const who = state.participants[actor];
  if (who?.lead !== true && who?.human !== true) throw new Rejection('NOT_ALLOWED', 'only leads and humans register');
  if (!VENDOR_TYPE.test(name) && !/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(name)) throw new Rejection('BAD_VALUE', 'neither a type nor a URI', '/name');
  if (!isObject(schema) || !isSchema(schema)) throw new Rejection('BAD_VALUE', 'no JSON Schema', '/json_schema');
  state.registered[name] = { schema, replies };
}
const isSchema = (schema: JsonObject): boolean =>
  (schema.type === undefined || (typeof schema.type === 'string' && Object.hasOwn(KINDS, schema.type)))
  && Object.values(isObject(schema.properties) ? schema.properties : {}).every((one) => isObject(one) && isSchema(one));

/** Rejects a message that the project does not know, or whose data does not match a schema. */
export function checkVocabulary(state: State, document: JsonObject): void {
  ((document.required_extensions ?? []) as string[]).forEach((name, i) => {
    if (!OWN.includes(name) && !state.registered[name]) {
      throw new Rejection('UNKNOWN_EXTENSION', `${name} is unknown`, `/required_extensions/${i}`, { extension: name });
    }
  });
  const type = document.type as string;
  if (VENDOR_TYPE.test(type) && !state.registered[type]) throw new Rejection('UNKNOWN_TYPE', `${type} is unknown`, '/type');
  const fits = (name: string, value: Json, path: Path): void => {
    const wrong = state.registered[name] && firstFault(state.registered[name].schema, value, path);
    if (wrong) throw new Rejection('INVALID_DOCUMENT', 'the schema is another', pointer(wrong));
  };
  fits(type, document.payload as Json, ['payload']);
  for (const [name, value] of Object.entries((document.extensions ?? {}) as JsonObject)) fits(name, value, ['extensions', name]);
}

function firstFault(schema: JsonObject, value: Json, path: Path): Path | null {
  if (typeof schema.type === 'string' && !KINDS[schema.type]?.(value)) return path;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => same(one, value))) return path;
  if (typeof schema.minimum === 'number' && typeof value === 'number' && value < schema.minimum) return path;
  if (!isObject(value)) return null;
  if (((schema.required ?? []) as string[]).some((name) => !(name in value))) return path;
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as JsonObject)) {
    const wrong = name in value ? firstFault(inner as JsonObject, value[name] as Json, [...path, name]) : null;
    if (wrong) return wrong;
  }
  return null;
}
