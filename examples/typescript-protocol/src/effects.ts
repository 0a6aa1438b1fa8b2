// What messages change on the board and in contracts.
import { agentEntry, decision, write } from './board';
import { accept, getContract, needsReview, openContract, transition } from './contracts';
import { Rejection } from './faults';
import { isObject, Json, JsonObject } from './json';
import { taskOf } from './replies';
import { Contract, State } from './state';
import { parseTime, writeTime } from './times';

export interface Effect { contract: string | null; reviews: Contract[]; owners: string[] | null }

export function apply(state: State, document: JsonObject, recipients: string[]): Effect {
  const effect: Effect = { contract: null, reviews: [], owners: null };
  const from = document.from as string, payload = document.payload as JsonObject;
  const submitted = (contract: Contract): void => { if (needsReview(contract)) effect.reviews.push(contract); };
  switch (document.type) {
    case 'TASK_HANDOFF': effect.contract = handOff(state, document, recipients).id; break;
    case 'TASK_RESULT': {
      const contract = getContract(state, payload.original_task_ref as string);
      checkEvidence(document, contract);
      const name = { completed: 'submit', partial: 'deliver_part', failed: 'fail' }[payload.status as string] as string;
      registerOutputs(state, from, payload);
      setOwn(state, from, { status: name === 'fail' ? 'error' : 'idle' });
      transition(state, from, contract, name);
      setOwn(state, from, { blocked_by: null });
      if (name !== 'fail') submitted(contract);
      break;
    }
    case 'TASK_BLOCKED':
      transition(state, from, getContract(state, payload.original_task_ref as string), 'block');
      setOwn(state, from, { blocked_by: payload.blocked_by as Json, status: 'blocked' });
      break;
    case 'STATUS_UPDATE': status(state, document); break;
    case 'DECISION_REQUEST': effect.owners = request(state, document, recipients); break;
    case 'DECISION_RESULT': resolveDecision(state, document); break;
    case 'CONFLICT_REPORT':
      if (payload.severity === 'critical') {
        const blocker = { description: payload.conflict_description as Json, affected_agents: [], created_at: writeTime(state.now), resolved: false };
        write(state, from, `/blockers/${String(document.id)}`, blocker);
      }
      break;
    case 'REVIEW_REQUEST':
      if (payload.blocking === true) setOwn(state, from, { blocked_by: document.id as string, status: 'blocked' });
      break;
    case 'REVIEW_RESULT': review(state, from, payload); break;
  }
  return effect;
}

export function setOwn(state: State, agent: string, fields: Record<string, Json>): void {
  if (!agentEntry(state, agent)) return;
  for (const [name, value] of Object.entries(fields)) write(state, agent, `/agents/${agent}/${name}`, value);
}

/** Registers the artifacts of a result that no agent has: BRD-064. */
function registerOutputs(state: State, agent: string, payload: JsonObject): void {
  const known = (state.board.agents as JsonObject[]).flatMap((entry) => (entry.artifacts as JsonObject[]).map((artifact) => artifact.ref));
  for (const ref of (payload.output_artifacts as string[] | undefined) ?? []) {
    if (known.includes(ref) || !agentEntry(state, agent)) continue;
    write(state, agent, `/agents/${agent}/artifacts/${ref.replace(/~/g, '~0').replace(/\//g, '~1')}`, { description: (payload.summary as string).slice(0, 120) });
  }
}

function handOff(state: State, document: JsonObject, recipients: string[]): Contract {
  const from = document.from as string, id = document.id as string, payload = document.payload as JsonObject;
  const to = Array.isArray(document.to) ? (document.to as string[]) : [document.to as string];
  const first = new Set(to).size === 1 && state.participants[to[0] as string] ? (to[0] as string) : null;
  const task = (document.task_ref ?? null) as string | null;
  const named = task === null ? undefined : state.contracts[task] ?? state.contracts[state.aliases[task] ?? ''];
  if (named) return assign(state, named, first, id);
  const output = payload.expected_output as JsonObject;
  const success = Array.isArray(output.success_criteria) && output.success_criteria.length > 0 ? output.success_criteria : [output.format as Json];
  const plain: JsonObject = {
    id: task ?? id, delegator: from, assignee: first,
    inputs: {
      description: payload.task_description as Json, artifacts: payload.input_artifacts ?? [],
      constraints: ((payload.constraints as Json[] | undefined) ?? []).map((constraint) => ({ constraint, hard: true })),
    },
    expected_output: { format: output.format as Json }, acceptance_criteria: success.map((criterion) => ({ criterion })),
  };
  const attached = isObject(document.extensions) ? document.extensions.task_contract : undefined;
  if (attached === undefined) {
    const contract = openContract(state, from, plain, 'BAD_VALUE');
    contract.free = success !== output.success_criteria; // there is nothing to prove: CON-012
    if (contract.id !== id) state.aliases[id] = contract.id;
    return contract;
  }
  const place = '/extensions/task_contract';
  if (!isObject(attached)) throw new Rejection('BAD_VALUE', 'the terms are no object', place);
  const terms: JsonObject = { id: task ?? id, delegator: from, assignee: first, ...attached };
  if (task !== null && terms.id !== task) throw new Rejection('BAD_VALUE', 'the id is not that of the header', `${place}/id`);
  if ((attached.assignee ?? null) !== null && !recipients.includes(attached.assignee as string)) {
    throw new Rejection('BAD_VALUE', 'the assignee is no recipient', `${place}/assignee`);
  }
  const contract = openContract(state, from, terms, 'BAD_VALUE', place);
  if (contract.id !== id) state.aliases[id] = contract.id;
  return contract;
}

/** Hands open work over: CON-013. */
function assign(state: State, contract: Contract, assignee: string | null, message: string): Contract {
  if (assignee === null) return contract;
  if ((contract.assignee ?? assignee) !== assignee || contract.status !== 'open') throw new Rejection('NOT_READY', 'the work is not free');
  contract.assignee = assignee;
  state.aliases[message] = contract.id;
  return contract;
}

const CLAIM = ['criterion', 'met', 'evidence'];
function checkEvidence(document: JsonObject, contract: Contract): void {
  const claims = isObject(document.extensions) ? document.extensions.evidence : undefined;
  if (claims === undefined) return;
  const place = '/extensions/evidence';
  if (!Array.isArray(claims)) throw new Rejection('BAD_VALUE', 'a list of claims', place);
  const known = (contract.terms.acceptance_criteria as JsonObject[]).map((c) => c.criterion);
  claims.forEach((claim, i) => {
    const good = isObject(claim) && typeof claim.criterion === 'string' && typeof claim.met === 'boolean' && Object.keys(claim).every((key) => CLAIM.includes(key))
      && (claim.evidence === undefined || typeof claim.evidence === 'string');
    if (!good) throw new Rejection('BAD_VALUE', 'a claim has criterion, met and evidence', `${place}/${i}`);
    if (!known.includes(claim.criterion)) throw new Rejection('BAD_VALUE', 'the contract has no such criterion', place);
  });
}

function status(state: State, document: JsonObject): void {
  const from = document.from as string, payload = document.payload as JsonObject;
  const news = payload.new_status as string, task = taskOf(document), entry = agentEntry(state, from);
  if (!entry) return;
  const contract = task === null ? null : getContract(state, task);
  const busy = (one: Contract): boolean => one.assignee === from && (['in_progress', 'blocked'].includes(one.status) || (one.id === entry.current_task && one.status !== 'completed'));
  if (news === 'completed' && (contract ? contract.status !== 'completed' : Object.values(state.contracts).some(busy))) {
    throw new Rejection('NOT_READY', 'a STATUS_UPDATE does not complete a contract');
  }
  if (news === 'blocked') {
    const [first, ...others] = Array.isArray(payload.blockers) && payload.blockers.length > 0 ? payload.blockers : [payload.progress_summary as Json];
    if (contract) transition(state, from, contract, 'block');
    setOwn(state, from, { blocked_by: first as Json, status: news });
    others.forEach((description, i) => write(state, from, `/blockers/${String(document.id)}-${i + 2}`, { description, affected_agents: [from] }));
  } else if (news === 'working') {
    if (contract) transition(state, from, contract, 'start');
    setOwn(state, from, { ...(contract ? { current_task: contract.id } : {}), blocked_by: null, status: news });
  } else setOwn(state, from, { status: news });
}

/** Adds a decision to the board; returns those who may owe a reply (REP-004). */
function request(state: State, document: JsonObject, recipients: string[]): string[] {
  const payload = document.payload as JsonObject, id = payload.decision_id as string;
  const known = decision(state, id), labels = ((payload.options as JsonObject[] | undefined) ?? []).map((o) => o.label);
  if ((payload.recommended ?? null) !== null && !labels.includes(payload.recommended as Json)) throw new Rejection('BAD_VALUE', 'no such option', '/payload/recommended');
  if (known?.status === 'resolved') throw new Rejection('DECISION_MADE', id);
  if (known && known.question !== payload.question) throw new Rejection('BAD_VALUE', 'the decision has another question', '/payload/question');
  if (known && !recipients.includes(known.owner as string)) throw new Rejection('NOT_ALLOWED', 'only its owner can be asked again');
  const owner = known ? (known.owner as string) : (recipients[0] as string);
  if (!known) {
    const options = ((payload.options as JsonObject[] | undefined) ?? []).map((o) => ({ label: o.label as Json, pros: o.analysis ? `(analysis) ${String(o.analysis)}` : '', cons: '' }));
    const steps = payload.deadline_steps ?? null, due = (document.reply_by ?? null) as string | null;
    const inSteps = steps === null ? null : `${String(steps)} step${Number(steps) > 1 ? 's' : ''}`;
    write(state, document.from as string, `/pending_decisions/${id}`,
      { question: payload.question as Json, options, owner, deadline: due === null ? inSteps : writeTime(parseTime(due) as bigint), status: 'open', resolution: null });
  }
  return recipients.filter((name) => name === owner || state.participants[name]?.human === true);
}

function resolveDecision(state: State, document: JsonObject): void {
  const from = document.from as string, payload = document.payload as JsonObject;
  const id = payload.decision_id as string, known = decision(state, id);
  if (known && known.owner !== from && !state.participants[from]?.human) throw new Rejection('NOT_ALLOWED', 'only the owner or a human decides');
  if (known?.status !== 'open') {
    if (state.messages[(document.in_reply_to ?? '') as string]?.type === 'CONFLICT_REPORT') return; // BRD-051
    throw new Rejection(known ? 'DECISION_MADE' : 'UNKNOWN_DECISION', id);
  }
  const labels = (known.options as JsonObject[]).map((o) => o.label), chosen = payload.chosen_option as string, why = payload.rationale as string;
  if (labels.length > 0 && !labels.includes(chosen) && why.trim() === '') throw new Rejection('BAD_VALUE', 'another option needs a rationale', '/payload/chosen_option');
  const further = (payload.additional_constraints ?? []) as string[];
  write(state, from, `/pending_decisions/${id}/resolution`, [why ? `${chosen} (${why})` : chosen, ...further].join('; '));
  write(state, from, `/pending_decisions/${id}/status`, 'resolved');
}

function review(state: State, from: string, payload: JsonObject): void {
  const ref = payload.artifact_ref as string;
  if (!state.contracts[ref] && !state.aliases[ref]) return;
  const contract = getContract(state, ref);
  if (from === contract.producer) throw new Rejection('NOT_ALLOWED', 'the producer may not review its own work');
  if (contract.status !== 'submitted' && contract.status !== 'partial') return; // CON-069
  if (payload.verdict === 'approved') return accept(state, from, contract, payload.summary as string);
  transition(state, from, contract, payload.verdict === 'changes_requested' ? 'rework' : contract.status === 'submitted' ? 'fail' : 'reopen');
}
