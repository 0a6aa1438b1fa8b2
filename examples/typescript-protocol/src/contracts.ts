// Contracts: opening, the life cycle, and the standing of the criteria.
import { Fault, Rejection } from './faults';
import { CONTRACT } from './fields';
import { isObject, Json, JsonObject } from './json';
import { outcome } from './outcomes';
import { Contract, Standing, State, SYSTEM } from './state';

const WORK: Record<string, string> = {
  start: 'in_progress', block: 'blocked', submit: 'submitted', deliver_part: 'partial', fail: 'failed', release: 'open', cancel: 'cancelled',
};
const LIFE: Record<string, Record<string, string>> = {
  open: { claim: 'claimed', accept: 'accepted', refuse: 'refused', ...WORK },
  claimed: WORK, accepted: WORK, in_progress: WORK, blocked: WORK,
  submitted: { submit: 'submitted', complete: 'completed', rework: 'in_progress', fail: 'failed', cancel: 'cancelled' },
  partial: { start: 'in_progress', submit: 'submitted', complete: 'completed', rework: 'in_progress', reopen: 'open', cancel: 'cancelled' },
  failed: { start: 'in_progress', submit: 'submitted', reopen: 'open', cancel: 'cancelled' },
  refused: { reopen: 'open', cancel: 'cancelled' },
};
const GIVERS = ['delegator', 'privileged'];
const WHO: Record<string, string[]> = {
  claim: ['candidate'], accept: ['assignee'], start: ['assignee'], block: ['assignee'], submit: ['assignee'], deliver_part: ['assignee'], refuse: ['assignee'],
  fail: ['assignee', ...GIVERS], release: ['assignee', ...GIVERS], cancel: GIVERS, complete: GIVERS, rework: GIVERS, reopen: GIVERS,
};
const PROVED: Standing[] = ['proved', 'accepted', 'accepted_not_run', 'accepted_failed'];

export function getContract(state: State, id: string): Contract {
  const contract = state.contracts[id] ?? state.contracts[state.aliases[id] ?? ''];
  if (!contract) throw new Rejection('UNKNOWN_CONTRACT', `there is no contract ${id}`);
  return contract;
}
export const privileged = (state: State, actor: string): boolean => state.participants[actor]?.lead === true || state.participants[actor]?.human === true;
const criteria = (contract: Contract): JsonObject[] => contract.terms.acceptance_criteria as JsonObject[];
const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? (value as string[]) : []);

export function openContract(state: State, actor: string, terms: Json, code: string, place = ''): Contract {
  const faults: Fault[] = [];
  CONTRACT.check(terms, [], faults);
  const fault = faults[0];
  if (fault || !isObject(terms)) throw new Rejection(code, fault?.message, place + (fault?.path ?? ''));
  const id = terms.id as string, delegator = terms.delegator as string, assignee = (terms.assignee as string | null | undefined) ?? null;
  if (state.contracts[id] || state.aliases[id]) throw new Rejection('ALREADY_EXISTS', `the contract ${id} exists`);
  if (delegator !== actor && !privileged(state, actor)) throw new Rejection('NOT_ALLOWED', 'a contract in the name of another');
  for (const who of [delegator, assignee]) if (who !== null && !state.participants[who]) throw new Rejection('UNKNOWN_ACTOR', `there is no ${who}`);
  const parent = (terms.parent as string | null | undefined) ?? null;
  for (const other of [...texts(terms.depends_on), ...(parent === null ? [] : [parent])]) getContract(state, other);
  if (parent !== null) {
    const above = getContract(state, parent);
    if (actor !== above.delegator && actor !== above.assignee && !privileged(state, actor)) throw new Rejection('NOT_ALLOWED', 'only a party opens a subcontract');
    if (over(above)) throw new Rejection('NOT_READY', `${above.id} is closed`);
  }
  return (state.contracts[id] = {
    id, terms, status: 'open', assignee, delegator, failures: 0, producer: null, submissions: 0, free: false,
    standing: (terms.acceptance_criteria as Json[]).map(() => 'open'),
  });
}

function may(state: State, actor: string, contract: Contract, transition: string): boolean {
  return (WHO[transition] as string[]).some((role) => {
    if (role === 'assignee') return actor === contract.assignee;
    if (role === 'delegator') return actor === contract.delegator;
    if (role === 'privileged') return privileged(state, actor);
    const roles = texts(contract.terms.roles);
    return (contract.assignee ?? actor) === actor && (roles.length === 0 || roles.includes(state.participants[actor]?.role ?? ''));
  });
}
const children = (state: State, id: string): Contract[] => Object.values(state.contracts).filter((child) => child.terms.parent === id);
const over = (contract: Contract): boolean => contract.status === 'completed' || contract.status === 'cancelled';

const retriesOf = (contract: Contract): number =>
  ((isObject(contract.terms.failure_handling) ? contract.terms.failure_handling.max_retries : null) as number | null | undefined) ?? Infinity;

function checkReady(state: State, contract: Contract, transition: string): void {
  const notReady = (why: string): never => { throw new Rejection('NOT_READY', why); };
  if (['start', 'claim', 'accept', 'submit'].includes(transition)) {
    const waits = texts(contract.terms.depends_on).find((id) => getContract(state, id).status !== 'completed');
    if (waits !== undefined) notReady(`${waits} is not completed`);
  }
  if (transition === 'submit') {
    const child = children(state, contract.id).find((c) => !over(c));
    if (child) notReady(`the subcontract ${child.id} is not over`);
  }
  if (['start', 'submit'].includes(transition) && contract.status === 'failed' && contract.failures > retriesOf(contract)) {
    notReady('no retry is left');
  }
  if (transition === 'complete' && !contract.free && !contract.standing.every((s) => PROVED.includes(s))) notReady('not every criterion is proved or accepted');
}

/** Takes a transition. The system is the actor `system`. */
export function transition(state: State, actor: string, contract: Contract, name: string): void {
  const next = Object.hasOwn(LIFE[contract.status] ?? {}, name) ? LIFE[contract.status]?.[name] : undefined;
  const before = contract.assignee;
  if (next === undefined) throw new Rejection('ILLEGAL_TRANSITION', `no ${name} from ${contract.status}`);
  if (actor !== SYSTEM && !may(state, actor, contract, name)) throw new Rejection('NOT_ALLOWED', `${actor} may not ${name}`);
  checkReady(state, contract, name);
  if (name === 'claim') contract.assignee = actor;
  if (name === 'release' || (name === 'reopen' && contract.status !== 'failed')) contract.assignee = null;
  if (name === 'fail') contract.failures++;
  if (name === 'reopen' && contract.status === 'failed') contract.failures = Math.min(contract.failures, retriesOf(contract));
  if (name === 'submit' || name === 'deliver_part') {
    contract.producer = actor;
    contract.submissions++;
    contract.standing = contract.standing.map(() => 'open');
  }
  contract.status = next;
  if (name === 'cancel') for (const child of children(state, contract.id)) if (!over(child)) transition(state, SYSTEM, child, 'cancel');
  outcome(state, actor, contract, name, before);
  if (name === 'submit' && contract.free) transition(state, SYSTEM, contract, 'complete');
}

/** Accepts submitted work: CON-064 to CON-067. */
export function accept(state: State, actor: string, contract: Contract, reason: string | null): void {
  if ((actor !== contract.delegator && !privileged(state, actor)) || actor === contract.producer) {
    throw new Rejection('NOT_ALLOWED', `${actor} may not accept this work`);
  }
  if (!['submitted', 'partial'].includes(contract.status)) throw new Rejection('ILLEGAL_TRANSITION', `the contract is ${contract.status}`);
  contract.standing = contract.standing.map((standing, i) => {
    if (standing === 'proved') return standing;
    if ((criteria(contract)[i]?.command ?? null) === null) return 'accepted';
    if (!reason) throw new Rejection('NOT_READY', 'a command was not run; give a reason');
    return 'accepted_not_run';
  });
  transition(state, actor, contract, 'complete');
}
export const needsReview = (contract: Contract): boolean => !over(contract) && !contract.standing.every((s) => PROVED.includes(s));
