// Errors with a code and a place: faults of documents, and rejections of acts.

export class Fault extends Error {
  constructor(readonly code: string, readonly path: string, readonly more: object = {}) { super(`${code} ${path}`); }
}

export class Rejection extends Error {
  /** `more`: members that the specification adds to the error. */
  constructor(readonly code: string, message = '', readonly path?: string, readonly more: object = {}) { super(message || code); }
}
