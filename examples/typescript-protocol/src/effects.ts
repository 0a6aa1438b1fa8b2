// What messages change on the board and in contracts.
import { agentEntry, decision, write } from './board';
import { accept, getContract, needsReview, openContract, transition } from './contracts';
import { Rejection } from './faults';
import { isObject, Json, JsonObject } from './json';
import { taskOf } from './replies';
import { Contract, State } from './state';
import { writeTime } from './times';

export interface Effect { contract: string | null; reviews: Contract[]; owners: string[] | null; before: string }

export function apply(state: State, document: JsonObject, recipients: string[]): Effect {
  const effect: Effect = { contract: null, reviews: [], owners: null, before: 'idle' };
  const from = document.from as string, payload = document.payload as JsonObject;
  const submitted = (contract: Contract): void => { if (needsReview(contract)) effect.reviews.push(contract); };
  switch (document.type) {
    case 'TASK_HANDOFF': effect.contract = handOff(state, document, recipients).id; break;
    case 'TASK_RESULT': {
      const contract = getContract(state, payload.original_task_ref as string);
      checkEvidence(document, contract);
      const name = { completed: 'submit', partial: 'deliver_part', failed: 'fail' }[payload.status as string] as string;
      transition(state, from, contract, name);
      if (name !== 'fail') submitted(contract);
      break;
    }
    case 'TASK_BLOCKED': transition(state, from, getContract(state, payload.original_task_ref as string), 'block'); break;
    case 'STATUS_UPDATE': status(state, document); break;
    case 'DECISION_REQUEST': effect.owners = request(state, document, recipients); break;
    case 'DECISION_RESULT': resolveDecision(state, from, payload); break;
    case 'CONFLICT_REPORT':
      if (payload.severity === 'critical') {
        const blocker = { description: payload.conflict_description as Json, affected_agents: [], created_at: writeTime(state.now), resolved: false };
        write(state, from, `/blockers/${String(document.id)}`, blocker);
      }
      break;
    case 'REVIEW_REQUEST':
      effect.before = (agentEntry(state, from)?.status ?? 'idle') as string;
      if (payload.blocking === true) setOwn(state, from, { status: 'blocked', blocked_by: document.id as string });
      break;
    case 'REVIEW_RESULT': review(state, from, payload); break;
  }
  return effect;
}

export function setOwn(state: State, agent: string, fields: Record<string, Json>): void {
  if (!agentEntry(state, agent)) return;
  for (const [name, value] of Object.entries(fields)) write(state, agent, `/agents/${agent}/${name}`, value);
}

function handOff(state: State, document: JsonObject, recipients: string[]): Contract {
  const from = document.from as string, id = document.id as string, payload = document.payload as JsonObject;
  const to = Array.isArray(document.to) ? (document.to as string[]) : [document.to as string];
  const single = recipients.length === 1 && to.every((name) => state.participants[name]) ? (recipients[0] as string) : null;
  const output = payload.expected_output as JsonObject;
  const success = Array.isArray(output.success_criteria) && output.success_criteria.length > 0 ? output.success_criteria : [output.format as Json];
  const plain: JsonObject = {
    id, delegator: from, assignee: single,
    inputs: {
      description: payload.task_description as Json, artifacts: payload.input_artifacts ?? [],
      constraints: ((payload.constraints as Json[] | undefined) ?? []).map((constraint) => ({ constraint, hard: true })),
    },
    expected_output: { format: output.format as Json }, acceptance_criteria: success.map((criterion) => ({ criterion })),
  };
  const attached = isObject(document.extensions) ? document.extensions.task_contract : undefined;
  if (attached === undefined) return openContract(state, from, plain, 'BAD_VALUE');
  const place = '/extensions/task_contract';
  if (!isObject(attached)) throw new Rejection('BAD_VALUE', 'the terms are no object', place);
  const terms: JsonObject = { ...plain, ...attached };
  if ((attached.assignee ?? null) !== null && !recipients.includes(attached.assignee as string)) {
    throw new Rejection('BAD_VALUE', 'the assignee is no recipient', `${place}/assignee`);
  }
  const contract = openContract(state, from, terms, 'BAD_VALUE', place);
  if (contract.id !== id) state.aliases[id] = contract.id;
  return contract;
}

function checkEvidence(document: JsonObject, contract: Contract): void {
  const claims = isObject(document.extensions) ? document.extensions.evidence : undefined;
  if (claims === undefined) return;
  const place = '/extensions/evidence';
  if (!Array.isArray(claims)) throw new Rejection('BAD_VALUE', 'a list of claims', place);
  const known = (contract.terms.acceptance_criteria as JsonObject[]).map((c) => c.criterion);
  claims.forEach((claim, i) => {
    const good = isObject(claim) && typeof claim.criterion === 'string' && typeof claim.met === 'boolean'
      && (claim.evidence === undefined || typeof claim.evidence === 'string');
    if (!good) throw new Rejection('BAD_VALUE', 'a claim has criterion, met and evidence', `${place}/${i}`);
    if (!known.includes(claim.criterion)) throw new Rejection('BAD_VALUE', 'the contract has no such criterion', place);
  });
}

function status(state: State, document: JsonObject): void {
  const from = document.from as string, payload = document.payload as JsonObject;
  const news = payload.new_status as string, task = taskOf(document);
  if (task !== null) {
    const contract = getContract(state, task);
    if (news === 'completed') throw new Rejection('NOT_READY', 'a STATUS_UPDATE does not complete a contract');
    if (news === 'blocked') transition(state, from, contract, 'block');
    if (news === 'working') transition(state, from, contract, 'start');
  }
  setOwn(state, from, news === 'blocked' ? { status: news } : { status: news, blocked_by: null });
  const first = Array.isArray(payload.blockers) ? payload.blockers[0] : undefined;
  if (news === 'blocked' && first !== undefined) setOwn(state, from, { blocked_by: first });
}

/** Adds a decision to the board; returns those who may owe a reply (REP-004). */
function request(state: State, document: JsonObject, recipients: string[]): string[] {
  const payload = document.payload as JsonObject, id = payload.decision_id as string;
  const known = decision(state, id);
  if (known?.status === 'resolved') throw new Rejection('DECISION_MADE', id);
  const owner = known ? (known.owner as string) : (recipients[0] as string);
  if (!known) {
    const options = ((payload.options as JsonObject[] | undefined) ?? []).map((o) => ({ label: o.label as Json, pros: o.analysis as Json }));
    const deadline = payload.deadline_steps ?? null;
    write(state, document.from as string, `/pending_decisions/${id}`,
      { question: payload.question as Json, options, owner, deadline: deadline === null ? null : `${String(deadline)} steps`, status: 'open', resolution: null });
  }
  return recipients.filter((name) => name === owner || state.participants[name]?.human === true);
}

function resolveDecision(state: State, from: string, payload: JsonObject): void {
  const id = payload.decision_id as string, known = decision(state, id);
  if (!known) throw new Rejection('UNKNOWN_DECISION', id);
  if (known.owner !== from && !state.participants[from]?.human) throw new Rejection('NOT_ALLOWED', 'only the owner or a human decides');
  if (known.status === 'resolved') throw new Rejection('DECISION_MADE', id);
  write(state, from, `/pending_decisions/${id}/status`, 'resolved');
  write(state, from, `/pending_decisions/${id}/resolution`, payload.chosen_option as Json);
}

function review(state: State, from: string, payload: JsonObject): void {
  const ref = payload.artifact_ref as string;
  if (!state.contracts[ref] && !state.aliases[ref]) return;
  const contract = getContract(state, ref);
  if (payload.verdict === 'approved') return accept(state, from, contract, payload.summary as string);
  if (from === contract.producer) throw new Rejection('NOT_ALLOWED', 'the producer may not review its own work');
  transition(state, from, contract, payload.verdict === 'rejected' ? 'fail' : 'rework');
}
