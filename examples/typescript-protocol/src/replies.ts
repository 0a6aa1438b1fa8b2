// Obligations: who owes a reply, and what closes it.
import { Json, JsonObject } from './json';
import { expectedTypes } from './messages';
import { Obligation, Sent, State, SYSTEM } from './state';

const REFS = ['original_task_ref', 'task_ref', 'decision_id', 'artifact_ref'];
const isText = (value: Json | undefined): value is string => typeof value === 'string';
const refs = (payload: JsonObject): string[] => REFS.map((name) => payload[name]).filter(isText);

/** The contract that a STATUS_UPDATE is about. */
export const taskOf = (document: JsonObject): string | null => ((document.payload as JsonObject).task_ref ?? null) as string | null;

/** The types as which a message counts: REP-006. */
function countsAs(document: JsonObject): string[] {
  const type = document.type as string;
  return type === 'STATUS_UPDATE' && (document.payload as JsonObject).new_status === 'blocked' ? [type, 'TASK_BLOCKED'] : [type];
}

/** Closes the sender's obligations that a message fulfils, and returns them. */
export function closeObligations(state: State, document: JsonObject): Obligation[] {
  const types = countsAs(document);
  const named = refs(document.payload as JsonObject);
  const closed = state.obligations.filter((o) => o.open && o.debtor === document.from && types.some((type) => o.expected.includes(type))
    && (document.in_reply_to === o.message || named.includes(o.message) || o.subjects.some((subject) => named.includes(subject))));
  if (closed.length === 0) closed.push(...meant(state, document));
  if (document.type === 'DECISION_RESULT') { // one answer is enough, however many were asked: REP-009
    const asked = new Set(closed.map((o) => o.message)), types = ['DECISION_REQUEST', 'CONFLICT_REPORT'];
    closed.push(...state.obligations.filter((o) => o.open && !closed.includes(o) && types.includes(state.messages[o.message]?.type ?? '')
      && o.expected.includes('DECISION_RESULT') && (asked.has(o.message) || o.subjects.some((subject) => named.includes(subject)))));
  }
  for (const obligation of closed) obligation.open = false;
  return closed;
}

/** The only request that a text without `in_reply_to` can be meant for: REP-015. */
function meant(state: State, document: JsonObject): Obligation[] {
  if (document.type !== 'FREEFORM' || (document.in_reply_to ?? null) !== null || (document.payload as JsonObject).requires_response === true) return [];
  const to = Array.isArray(document.to) ? document.to : [document.to as Json];
  const found = state.obligations.filter((o) => o.open && o.debtor === document.from && o.expected.includes('FREEFORM') && to.includes(o.creditor));
  return found.length === 1 ? found : [];
}

export function openObligations(state: State, document: JsonObject, recipients: string[], contract: string | null): void {
  const expected = expectedTypes(document);
  if (expected.length === 0) return;
  const payload = document.payload as JsonObject;
  const blocks = document.type === 'REVIEW_REQUEST' && payload.blocking === true ? (document.from as string) : null;
  const subjects = [...refs(payload), ...(contract === null ? [] : [contract])];
  for (const debtor of recipients) {
    state.obligations.push({
      message: document.id as string, debtor, creditor: document.from as string, expected, subjects, open: true, blocks,
      contract: document.from === SYSTEM ? (payload.artifact_ref as string) : contract,
    });
  }
}
export const owed = (state: State, actor: string): Sent[] =>
  state.obligations.filter((o) => o.open && o.debtor === actor).map((o) => state.messages[o.message] as Sent);

/** Ends the obligations that a change has settled without a reply: a decision that is made, a task that is claimed, refused or cancelled. */
export function settle(state: State): void {
  const decisions = state.board.pending_decisions as JsonObject[];
  for (const o of state.obligations) {
    if (!o.open) continue;
    const request = state.messages[o.message] as Sent;
    if (request.type === 'DECISION_REQUEST') {
      o.open = decisions.find((d) => d.id === (request.document.payload as JsonObject).decision_id)?.status !== 'resolved';
    }
    const contract = o.contract === null ? undefined : state.contracts[o.contract];
    if (!contract) continue;
    if (request.from === SYSTEM) o.open = contract.status === 'submitted' || contract.status === 'partial';
    else o.open = !['completed', 'cancelled', 'refused'].includes(contract.status);
  }
}

/** The agents that a reply sets free, and the REVIEW_REQUESTs that blocked them. */
export function released(state: State, closed: Obligation[]): { agent: string; request: string }[] {
  return closed.filter((o) => !state.obligations.some((other) => other.open && other.message === o.message))
    .flatMap((o) => (o.blocks === null ? [] : [{ agent: o.blocks, request: o.message }]));
}
