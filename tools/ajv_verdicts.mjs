// Holds the published JSON Schemas, as ajv reads them, against every case of the suite that names a schema, and against
// other documents with renkei's verdicts, one {schema, data, valid} a line.
// Usage: node tools/ajv_verdicts.mjs NODE_MODULES [DOCUMENTS.jsonl]. Exit status 1 if ajv disagrees.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const require = createRequire(join(resolve(process.argv[2]), "x.js"));
const Ajv = require("ajv/dist/2020").default;

// Rules that JSON Schema cannot express, by the code of the error.
const INEXPRESSIBLE = new Set(["DUPLICATE_ID", "BAD_PATH"]);

// The pattern of a time is in the schema; the format adds that the date exists, and that it does so in UTC as well.
const isTime = (text) => {
  const found = /^(\d{4})-(\d\d)-(\d\d).(\d\d):(\d\d).*?(?:[Zz]|([+-])(\d\d):?(\d\d))$/.exec(text);
  if (!found) return false;
  const [year, month, day, hour, minute] = found.slice(1, 6).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year < 1 || date.getUTCMonth() !== month - 1) return false;
  const offset = found[6] ? Number(`${found[6]}1`) * (Number(found[7]) * 60 + Number(found[8])) : 0;
  date.setUTCHours(hour, minute - offset);
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
};

const ajv = new Ajv({ strict: false, allErrors: false, formats: { "date-time": isTime } });
const root = new URL("..", import.meta.url).pathname;
const validators = new Map();
const validator = (name) => {
  if (!validators.has(name)) {
    validators.set(name, ajv.compile(JSON.parse(readFileSync(`${root}src/renkei/schemas/v1/${name}.json`))));
  }
  return validators.get(name);
};

let asked = 0;
let wrong = 0;
for (const file of readdirSync(`${root}conformance/schema`).sort()) {
  for (const { schema, tests } of JSON.parse(readFileSync(`${root}conformance/schema/${file}`))) {
    for (const { description, data, valid, errors } of schema ? tests : []) {
      if (errors?.every((one) => INEXPRESSIBLE.has(one.code))) continue;
      asked += 1;
      if (validator(schema)(data) !== valid) {
        wrong += 1;
        console.log(`ajv ${valid ? "rejects" : "accepts"} ${file}: ${description}`);
      }
    }
  }
}
let changed = 0;
let invalid = 0;
for (const line of process.argv[3] ? readFileSync(process.argv[3], "utf8").split("\n") : []) {
  const { schema, data, valid } = JSON.parse(line);
  changed += 1;
  invalid += !valid;
  if (validator(schema)(data) !== valid) {
    wrong += 1;
    console.log(`ajv ${valid ? "rejects" : "accepts"} ${schema}: ${line.slice(0, 2000)}`);
  }
}
console.log(`ajv: ${asked} cases and ${changed} changed documents, ${invalid} of them invalid: ${wrong} other verdicts`);
process.exit(wrong || !asked ? 1 : 0);
