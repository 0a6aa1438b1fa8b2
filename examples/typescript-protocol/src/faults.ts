// Errors with a code and a place: faults of documents, and rejections of acts.

export class Fault extends Error {
  constructor(readonly code: string, readonly path: string) { super(`${code} ${path}`); }
}

export class Rejection extends Error {
  constructor(readonly code: string, message = '', readonly path?: string) { super(message || code); }
}
