// The conformance target: one JSON request on each line of standard input, one answer for each.
import { Fault, Rejection } from './faults';
import { Json, JsonObject } from './json';
import { answer } from './operations';

function reply(line: string): string {
  let id: Json = null;
  try {
    const request = JSON.parse(line) as JsonObject;
    id = request.id ?? null;
    return JSON.stringify({ id, ok: answer(request) });
  } catch (error) {
    if (error instanceof Fault || error instanceof Rejection) return JSON.stringify({ id, error: { code: error.code, path: error.path, message: error.message, ...error.more } });
    process.stderr.write(String(error instanceof Error ? error.stack : error) + '\n');
    return JSON.stringify({ id, error: { code: 'INVALID_INPUT', message: String(error) } });
  }
}

let pending: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => {
  let start = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
    const line = Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8');
    pending = [];
    start = end + 1;
    if (line.trim() !== '') process.stdout.write(reply(line) + '\n');
  }
  if (start < chunk.length) pending.push(chunk.subarray(start));
});
