// A strict JSON reader with the limits of DOC-001 to DOC-012, and the canonical writer of MSG-022 and MSG-023.
import { Fault } from './faults';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject { [key: string]: Json }

const MAX_DEPTH = 60, MAX_NODES = 100_000, MAX_BYTES = 16 * 1024 * 1024, MAX_KEY = 1024;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
export const newObject = (): JsonObject => Object.create(null) as JsonObject;
export const pointer = (parts: readonly (string | number)[]): string =>
  parts.map((part) => '/' + String(part).replace(/~/g, '~0').replace(/\//g, '~1')).join('');

class Reader {
  private at = 0;
  private nodes = 0;
  private readonly path: (string | number)[] = [];
  constructor(private readonly text: string) {}

  document(): Json {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.syntax();
    return value;
  }
  private syntax(): never { throw new Fault('SYNTAX', ''); }
  private space(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (c === 32 || c === 9 || c === 10 || c === 13) this.at++;
      else return;
    }
  }
  private count(): void { if (++this.nodes > MAX_NODES) throw new Fault('TOO_LARGE', ''); }

  private value(depth: number): Json {
    this.space();
    this.count();
    const c = this.text[this.at];
    if (c === '{' || c === '[') {
      if (depth + 1 > MAX_DEPTH) throw new Fault('TOO_DEEP', '');
      this.at++;
      return c === '{' ? this.object(depth + 1) : this.list(depth + 1);
    }
    if (c === '"') return this.string();
    for (const [word, value] of [['true', true], ['false', false], ['null', null]] as const) {
      if (this.text.startsWith(word, this.at)) { this.at += word.length; return value; }
    }
    return this.number();
  }
  private number(): number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) this.syntax();
    this.at += match[0].length;
    const value = Number(match[0]);
    if (match[1] === undefined && match[2] === undefined) {
      if (!Number.isSafeInteger(value)) throw new Fault('NUMBER_TOO_LARGE', '');
    } else if (!Number.isFinite(value)) throw new Fault('NOT_A_NUMBER', '');
    return value;
  }
  private string(): string {
    let out = '', start = ++this.at;
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (Number.isNaN(c) || c < 32) this.syntax();
      if (c === 34) break;
      if (c !== 92) { this.at++; continue; }
      out += this.text.slice(start, this.at);
      const escape = this.text[this.at + 1] ?? '';
      if (escape === 'u') {
        const hex = this.text.slice(this.at + 2, this.at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.syntax();
        out += String.fromCharCode(parseInt(hex, 16));
        this.at += 6;
      } else {
        const plain = ESCAPES[escape];
        if (plain === undefined) this.syntax();
        out += plain;
        this.at += 2;
      }
      start = this.at;
    }
    out += this.text.slice(start, this.at++);
    if (/\p{Surrogate}/u.test(out)) this.syntax();
    return out;
  }
  private list(depth: number): Json[] {
    const out: Json[] = [];
    this.space();
    if (this.text[this.at] === ']') { this.at++; return out; }
    for (;;) {
      this.path.push(out.length);
      out.push(this.value(depth));
      this.path.pop();
      this.space();
      const c = this.text[this.at++];
      if (c === ']') return out;
      if (c !== ',') this.syntax();
    }
  }
  private object(depth: number): JsonObject {
    const out = newObject();
    this.space();
    if (this.text[this.at] === '}') { this.at++; return out; }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.syntax();
      this.count();
      const key = this.string();
      if ([...key].length > MAX_KEY) throw new Fault('TOO_LARGE', '');
      this.path.push(key);
      if (key in out) throw new Fault('DUPLICATE_KEY', pointer(this.path));
      this.space();
      if (this.text[this.at++] !== ':') this.syntax();
      out[key] = this.value(depth);
      this.path.pop();
      this.space();
      const c = this.text[this.at++];
      if (c === '}') return out;
      if (c !== ',') this.syntax();
    }
  }
}

/** Reads a document; throws the one fault of a text that is no acceptable JSON. */
export function readJson(text: string): Json {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Fault('TOO_LARGE', '');
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (/^[ \t\r\n]*$/.test(body)) throw new Fault('EMPTY', '');
  return new Reader(body).document();
}

/** A number that has to be written with a fraction. */
export class Fraction { constructor(readonly value: number) {} }
export type Writable = null | boolean | number | string | Fraction | Writable[] | { [key: string]: Writable };

const SHORT: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
function quote(text: string): string {
  return '"' + text.replace(/["\\]|[^ -~]/g, (c) => SHORT[c] ?? '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) + '"';
}
function byCodePoint(a: string, b: string): number { return Buffer.compare(Buffer.from(a), Buffer.from(b)); }

export function writeCanonical(value: Writable): string {
  if (value instanceof Fraction) return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return '[' + value.map(writeCanonical).join(', ') + ']';
  if (typeof value === 'object' && value !== null) {
    return '{' + Object.keys(value).sort(byCodePoint).map((key) => quote(key) + ': ' + writeCanonical(value[key] as Writable)).join(', ') + '}';
  }
  return String(value);
}

/** Whether two JSON values are equal, numbers by value. */
export const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && writeCanonical(a) === writeCanonical(b));
