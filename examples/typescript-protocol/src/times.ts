// Times: DOC-042. A time is kept as microseconds since 1970 UTC.
const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;
const FIRST = Date.parse('0001-01-01T00:00:00Z'), LAST = Date.parse('9999-12-31T23:59:59.999Z');

export function parseTime(text: string): bigint | null {
  const m = FORM.exec(text);
  if (!m || /\n$/.test(text)) return null;
  const [year, month, day, hour, minute, second] = [m[1], m[2], m[3], m[4], m[5], m[6] ?? '0'].map(Number) as [number, number, number, number, number, number];
  if (hour > 23 || minute > 59 || second > 59 || year < 1) return null;
  const offsetHours = Number(m[9] ?? 0), offsetMinutes = Number(m[10] ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second);
  const offset = (m[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  const utc = date.getTime() - offset * 60_000;
  if (utc < FIRST || utc > LAST) return null;
  const micros = (m[7] ?? '').padEnd(6, '0').slice(0, 6);
  return BigInt(utc) * 1000n + BigInt(micros);
}

export function writeTime(time: bigint): string {
  const micros = ((time % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((time - micros) / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(micros).padStart(6, '0')}Z`;
}
