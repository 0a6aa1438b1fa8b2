// A project: acts that take effect completely or not at all.
import { agentEntry, write, WriteOptions } from './board';
import { accept, getContract, needsReview, openContract, transition } from './contracts';
import { deliver, requireActor, resolve } from './delivery';
import { checkMessage } from './documents';
import { apply } from './effects';
import { Fault, Rejection } from './faults';
import { Json, JsonObject } from './json';
import { canonical } from './messages';
import { closeObligations, openObligations, released, settle } from './replies';
import { idFault, VENDOR_TYPE } from './schema';
import { Contract, copyState, newState, State, SYSTEM, table } from './state';
import { parseTime, writeTime } from './times';
import { checkVocabulary, register } from './vocabulary';

export class Project {
  state: State = newState();
  clock = 0n;

  /** Runs an act, and undoes it if it fails: PRO-001, PRO-002. */
  act<T>(work: (state: State) => T): T {
    const before = copyState(this.state);
    try {
      if (this.clock > this.state.now) this.state.now = this.clock; // a clock that lags does not turn time back
      return work(this.state);
    } catch (error) {
      this.state = before;
      throw error;
    }
  }

  /** Opens a project. Its human, who is always there, writes the first values. */
  open(goal: string, participants: JsonObject[], groups: JsonObject): void {
    const state = newState(), human = 'human';
    state.now = this.clock;
    state.participants[human] = { id: human, role: '', lead: false, human: true };
    const put = (path: string, action = ''): void => {
      state.seq++;
      state.written[path] = { author: human, time: state.now, seq: state.seq };
      state.changes.push({ seq: state.seq, agent: human, path, action });
    };
    Object.assign(state.board, { goal, current_phase: 'start' });
    put('/goal');
    put('/current_phase');
    for (const p of participants.filter((one) => one.id !== human)) {
      const id = p.id as string, role = (p.role as string | undefined) ?? '';
      if (idFault(id)) throw new Rejection('BAD_VALUE', 'no id', '/id');
      if (state.participants[id] || id === 'all' || id === SYSTEM) throw new Rejection('ALREADY_EXISTS', `${id} is taken`);
      state.participants[id] = { id, role, lead: p.lead === true, human: p.human === true };
      if (p.human === true) continue;
      (state.board.agents as Json[]).push({ id, role, status: 'idle', current_task: null, blocked_by: null, artifacts: [] });
      put(`/agents/${id}`, `${id} joined`);
    }
    for (const members of Object.values(groups) as string[][]) for (const member of members) requireActor(state, member);
    state.groups = Object.assign(table<string[]>(), groups);
    this.state = state;
  }

  send(document: Json): boolean {
    const faults: Fault[] = [];
    checkMessage(document, [], faults);
    const fault = faults[0];
    if (fault) throw new Rejection('INVALID_DOCUMENT', fault.message, fault.path, fault.more);
    return this.act((state) => this.post(state, document as JsonObject));
  }

  private post(state: State, document: JsonObject): boolean {
    const from = document.from as string, id = document.id as string;
    requireActor(state, from);
    checkVocabulary(state, document);
    const replies = state.registered[document.type as string]?.replies ?? [];
    if (VENDOR_TYPE.test(document.type as string) && (document.expected_response_type ?? null) === null) document = { ...document, expected_response_type: replies };
    const text = canonical(document);
    if (id.startsWith(`${SYSTEM}-`)) throw new Rejection('BAD_VALUE', 'the id is reserved', '/id');
    const used = state.messages[id];
    if (used) {
      if (used.canonical === text) return false;
      throw new Rejection('DUPLICATE_ID', `the id ${id} was used for another message`);
    }
    if ((parseTime(document.timestamp as string) as bigint) > state.now + 300_000_000n) throw new Rejection('FUTURE_TIMESTAMP', 'too far ahead');
    const recipients = resolve(state, from, document.to as string | string[]);
    const effect = apply(state, document, recipients);
    state.messages[id] = { id, type: document.type as string, from, document, canonical: text };
    const closed = closeObligations(state, document);
    const creditors = closed.map((o) => o.creditor).filter((creditor) => state.participants[creditor] && creditor !== from);
    for (const { agent, request } of released(state, closed)) {
      const entry = agentEntry(state, agent);
      if (entry?.blocked_by !== request) continue;
      write(state, SYSTEM, `/agents/${agent}/blocked_by`, null);
      write(state, SYSTEM, `/agents/${agent}/status`, (entry.current_task ?? null) === null ? 'idle' : 'working');
    }
    deliver(state, id, [...new Set([...recipients, ...creditors])]);
    openObligations(state, document, effect.owners ?? [...new Set([...recipients, ...creditors])], effect.contract);
    for (const contract of effect.reviews) this.askForReview(state, contract);
    settle(state);
    return true;
  }

  /** CON-063: the delegator is asked, or a lead or human if the delegator did the work itself. */
  private askForReview(state: State, contract: Contract): void {
    const others = Object.values(state.participants).filter((p) => p.id !== contract.producer);
    const judge = contract.delegator !== contract.producer ? contract.delegator : (others.find((p) => p.lead) ?? others.find((p) => p.human))?.id;
    if (judge === undefined) return;
    const id = `${SYSTEM}-${++state.notes}`;
    const document: JsonObject = {
      id, type: 'REVIEW_REQUEST', from: SYSTEM, to: judge, priority: 'blocking', timestamp: writeTime(state.now),
      context_summary: `The work on ${contract.id} was submitted.`, payload: { artifact_ref: contract.id, blocking: false },
    };
    state.messages[id] = { id, type: 'REVIEW_REQUEST', from: SYSTEM, document, canonical: canonical(document) };
    deliver(state, id, [judge]);
    openObligations(state, document, [judge], null);
  }

  register(actor: string, name: string, schema: Json, replies: string[]): void {
    this.act((state) => { requireActor(state, actor); register(state, actor, name, schema, replies); });
  }
  write(actor: string, path: string, value: Json, options: WriteOptions): void {
    this.act((state) => { requireActor(state, actor); write(state, actor, path, value, options); });
  }
  openContract(actor: string, terms: Json): void {
    this.act((state) => { requireActor(state, actor); openContract(state, actor, terms, 'BAD_VALUE'); });
  }
  transition(actor: string, id: string, name: string, reason: string | null): void {
    this.act((state) => {
      requireActor(state, actor);
      const contract = getContract(state, id);
      if (name === 'complete') accept(state, actor, contract, reason);
      else transition(state, actor, contract, name);
      if ((name === 'submit' || name === 'deliver_part') && needsReview(contract)) this.askForReview(state, contract);
      settle(state);
    });
  }
  accept(actor: string, id: string, reason: string | null): void {
    this.act((state) => {
      requireActor(state, actor);
      accept(state, actor, getContract(state, id), reason);
      settle(state);
    });
  }
}
