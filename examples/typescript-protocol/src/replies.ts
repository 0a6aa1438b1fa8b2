// Obligations: who owes a reply, and what closes it.
import { Json, JsonObject } from './json';
import { expectedTypes } from './messages';
import { Obligation, Sent, State } from './state';

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
  for (const obligation of closed) obligation.open = false;
  return closed;
}

export function openObligations(state: State, document: JsonObject, recipients: string[], contract: string | null, before = 'idle'): void {
  const expected = expectedTypes(document);
  if (expected.length === 0) return;
  const payload = document.payload as JsonObject;
  const blocks = document.type === 'REVIEW_REQUEST' && payload.blocking === true ? { agent: document.from as string, before } : null;
  const subjects = [...refs(payload), ...(contract === null ? [] : [contract])];
  for (const debtor of recipients) {
    state.obligations.push({
      message: document.id as string, debtor, creditor: document.from as string, expected, subjects, open: true, blocks,
      contract: document.from === 'system' ? (payload.artifact_ref as string) : contract,
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
    if (request.from === 'system') o.open = contract.status === 'submitted' || contract.status === 'partial';
    else o.open = contract.status !== 'cancelled' && contract.status !== 'refused' && (contract.assignee ?? o.debtor) === o.debtor;
  }
}

/** The agents that a reply sets free, with the status that they had before their blocking REVIEW_REQUEST. */
export function released(state: State, closed: Obligation[]): { agent: string; before: string; request: string }[] {
  return closed.filter((o) => !state.obligations.some((other) => other.open && other.message === o.message))
    .flatMap((o) => (o.blocks ? [{ ...o.blocks, request: o.message }] : []));
}
