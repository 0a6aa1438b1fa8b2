// The state of a project: plain data, so that an act that fails can be undone by going back to a copy.
import { Json, JsonObject } from './json';
import { Registration } from './vocabulary';

export interface Participant { id: string; role: string; lead: boolean; human: boolean }
export interface Sent { id: string; type: string; from: string; document: JsonObject; canonical: string }
export interface Delivery { message: string; read: boolean }
export interface Obligation {
  message: string; debtor: string; creditor: string; expected: string[]; subjects: string[]; open: boolean;
  /** The sender of a blocking REVIEW_REQUEST, which waits for the reply. */
  blocks: string | null;
  /** The contract that is delegated or, from the system, to be reviewed. */
  contract: string | null;
}
export interface Mark { author: string; time: bigint; seq: number }
export interface Change { seq: number; agent: string; path: string; action: string }
export interface Notice { path: string; kept: Json; kept_by: string; lost: Json; lost_by: string }
export type Standing = 'open' | 'failed' | 'proved' | 'accepted' | 'accepted_not_run' | 'accepted_failed';
export interface Contract {
  id: string; terms: JsonObject; status: string; assignee: string | null; delegator: string; failures: number; producer: string | null;
  standing: Standing[]; submissions: number;
  /** Nothing has to be proved: it is completed when it is submitted. */
  free: boolean;
}
export interface State {
  now: bigint; seq: number; notes: number;
  participants: Record<string, Participant>; groups: Record<string, string[]>;
  messages: Record<string, Sent>; inboxes: Record<string, Delivery[]>; turns: Record<string, string[]>;
  obligations: Obligation[];
  board: JsonObject; written: Record<string, Mark>; changes: Change[]; notices: Record<string, Notice[]>; marks: Record<string, number>;
  contracts: Record<string, Contract>; aliases: Record<string, string>;
  /** The types and extensions of vendors. */
  registered: Record<string, Registration>;
}
/** The name of the system: PRO-005. */
export const SYSTEM = 'renkei';
export const table = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

export function newState(): State {
  return {
    now: 0n, seq: 0, notes: 0, participants: table(), groups: table(), messages: table(), inboxes: table(), turns: table(), obligations: [],
    board: { goal: '', current_phase: '', agents: [], pending_decisions: [], blockers: [] },
    written: table(), changes: [], notices: table(), marks: table(), contracts: table(), aliases: table(), registered: table(),
  };
}
/** A copy, with objects that have no prototype again. */
export function copyState(state: State): State {
  const copy = structuredClone(state);
  for (const key of Object.keys(copy) as (keyof State)[]) {
    const value = copy[key];
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'board') Object.setPrototypeOf(value, null);
  }
  return copy;
}
