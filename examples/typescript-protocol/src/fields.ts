// The tables of the page "Fields".
import { Fault } from './faults';
import { isObject, pointer } from './json';
import { any, anyObject, bool, checkFields, entries, Field, id, integer, list, matching, object, oneOf, oneOrList, opt, orNull, reference, req, score, text, time, Type, VENDOR_TYPE } from './schema';

export const TYPES = ['TASK_HANDOFF', 'TASK_RESULT', 'TASK_BLOCKED', 'DECISION_REQUEST', 'DECISION_RESULT', 'STATUS_UPDATE',
  'CONFLICT_REPORT', 'KNOWLEDGE_SHARE', 'REVIEW_REQUEST', 'REVIEW_RESULT', 'FREEFORM'];
const priority = oneOf('blocking', 'high', 'normal', 'low');
const anyType: Type = {
  kind: 'enum',
  check: (value, path, faults) => {
    if (typeof value !== 'string' || (!TYPES.includes(value) && !VENDOR_TYPE.test(value))) faults.push(new Fault('NOT_ONE_OF', pointer(path)));
  },
};
const messageType = oneOf(...TYPES);
const version: Type = {
  kind: 'enum',
  check: (value, path, faults) => { if (value !== '1.0') faults.push(new Fault('NOT_ONE_OF', pointer(path), { supported: ['1.0'] })); },
};
const references = list(reference), texts = list(text), maybeText = orNull(text), maybeTexts = orNull(texts);

const expectedTypes: Type = {
  kind: 'other', nullable: true,
  check: (value, path, faults) => {
    if (value === null) return;
    if (Array.isArray(value)) return list(anyType).check(value, path, faults);
    if (typeof value !== 'string') { faults.push(new Fault('WRONG_TYPE', pointer(path))); return; }
    if (!splitTypes(value).every((name) => TYPES.includes(name) || VENDOR_TYPE.test(name))) faults.push(new Fault('NOT_ONE_OF', pointer(path)));
  },
};
export const splitTypes = (notation: string): string[] => notation.split('|').map((name) => name.trim());

export const HEADER: Record<string, Field> = {
  id: req(id), type: req(anyType), from: req(id), to: req(oneOrList(id)), priority: req(priority), timestamp: req(time),
  context_summary: req(text),
  related_state_refs: opt(list(object({ type: req(oneOf('agent', 'decision', 'blocker', 'artifact')), id: req(reference) }))),
  expected_response_type: opt(expectedTypes), protocol: opt(version, '1.0'), in_reply_to: opt(orNull(id)), thread: opt(orNull(id)),
  task_ref: opt(orNull(id)), reply_by: opt(orNull(time)), extensions: opt(anyObject, {}), required_extensions: opt(texts), payload: req(anyObject),
};

const finding = object({ severity: req(oneOf('critical', 'major', 'minor', 'suggestion')), location: req(text), description: req(text), suggested_fix: opt(maybeText) });
const option = object({ label: req(text), analysis: req(text), recommendation_score: opt(orNull(score)) });

export const PAYLOADS: Record<string, Record<string, Field>> = {
  TASK_HANDOFF: {
    task_description: req(text), input_artifacts: opt(references), expected_output: req(object({ format: req(text), success_criteria: opt(texts) })),
    constraints: opt(texts), authority_scope: req(text), fallback_on_failure: req(text),
  },
  TASK_RESULT: {
    original_task_ref: req(id), status: req(oneOf('completed', 'partial', 'failed')), output_artifacts: opt(references), summary: req(text),
    deviations: opt(maybeTexts), open_questions: opt(maybeTexts),
  },
  TASK_BLOCKED: { original_task_ref: req(id), blocked_by: req(reference), reason: req(text), needed: opt(texts), suggested_action: opt(maybeText) },
  DECISION_REQUEST: {
    decision_id: req(id), question: req(text), options: opt(list(option)), recommended: opt(maybeText), deadline_steps: opt(orNull(integer(1))),
  },
  DECISION_RESULT: { decision_id: req(id), chosen_option: req(text), rationale: req(text), additional_constraints: opt(maybeTexts) },
  STATUS_UPDATE: {
    task_ref: opt(orNull(id)), new_status: req(oneOf('working', 'blocked', 'completed', 'error')), progress_summary: req(text),
    estimated_remaining: opt(maybeText), blockers: opt(maybeTexts),
  },
  CONFLICT_REPORT: {
    conflict_description: req(text), conflicting_artifacts: opt(references), conflicting_decisions: opt(orNull(list(id))), suggested_resolution: opt(maybeText),
    severity: req(oneOf('critical', 'warning', 'info')),
  },
  KNOWLEDGE_SHARE: { topic: req(text), content: req(text), relevance_to_recipients: req(text), actionable: req(bool), action_suggestion: opt(maybeText) },
  REVIEW_REQUEST: { artifact_ref: req(reference), review_focus: opt(texts), blocking: req(bool) },
  REVIEW_RESULT: { artifact_ref: req(reference), verdict: req(oneOf('approved', 'changes_requested', 'rejected')), findings: opt(list(finding)), summary: req(text) },
  FREEFORM: { intent_hint: req(text), body: req(text), requires_response: req(bool), urgency: req(priority) },
};

const command: Type = {
  kind: 'list', nullable: true,
  check: (value, path, faults) => {
    if (value === null) return;
    const before = faults.length;
    texts.check(value, path, faults);
    if (faults.length === before && Array.isArray(value) && (!/^[^\s\0]+$/.test(String(value[0] ?? '')) || value.some((part) => String(part).includes('\0')))) faults.push(new Fault('BAD_COMMAND', pointer(path)));
  },
};
/** A pattern of files below the directory of the project: DOC-035. */
const pathPattern: Type = {
  kind: 'text',
  check: (value, path, faults) => {
    text.check(value, path, faults);
    if (typeof value === 'string' && (/^$|^[/~]|\\/.test(value) || value.split('/').includes('..'))) faults.push(new Fault('BAD_PATH', pointer(path)));
  },
};
const criterion = object({ criterion: req(text), verification_method: opt(text), command: opt(command) });

export const CONTRACT = object({
  id: req(id), delegator: req(id), assignee: opt(orNull(id)), created_at: opt(orNull(time)),
  inputs: req(object({
    description: req(text), artifacts: opt(references), constraints: opt(list(object({ constraint: req(text), hard: req(bool) }))), assumptions: opt(texts),
  })),
  expected_output: req(object({ format: req(text), schema: opt(maybeText), deliverables: opt(texts) })),
  acceptance_criteria: req(list(criterion, 1)),
  authority: opt(object({ autonomous_decisions: opt(texts), must_consult: opt(texts), escalation_triggers: opt(texts) })),
  failure_handling: opt(object({
    on_blocked: opt(text), on_partial_completion: opt(text), on_assumption_violation: opt(text), max_retries: opt(orNull(integer(0))),
  })),
  timeout: opt(object({ max_steps: opt(orNull(integer(1))), on_timeout: opt(text) })),
  depends_on: opt(list(id)), parent: opt(orNull(id)), paths: opt(list(pathPattern)), roles: opt(texts), priority: opt(priority),
});

export const ARTIFACT = object({ ref: req(reference), description: opt(text), version: opt(integer(0)), path: opt(text) });
export const AGENT_STATUS = oneOf('idle', 'working', 'blocked', 'completed', 'error');
export const AGENT = object({
  id: req(id), role: opt(text), status: opt(AGENT_STATUS), current_task: opt(maybeText), blocked_by: opt(maybeText), artifacts: opt(entries(ARTIFACT, 'ref')),
});
export const DECISION = object({
  id: req(id), question: opt(text), options: opt(list(object({ label: req(text), pros: opt(text), cons: opt(text) }))),
  owner: req(id), deadline: opt(maybeText), status: opt(oneOf('open', 'resolved')), resolution: opt(maybeText),
});
export const BLOCKER = object({ id: req(id), description: opt(text), affected_agents: opt(list(id)), created_at: req(time), resolved: opt(bool) });
const change = object({ timestamp: req(time), agent: req(id), action: req(text), diff_summary: req(text) });
export const BOARD = object({
  goal: req(text), current_phase: req(text), updated_at: req(time), agents: opt(entries(AGENT, 'id')), pending_decisions: opt(entries(DECISION, 'id')),
  blockers: opt(entries(BLOCKER, 'id')), changelog: opt(list(change)),
});

const newDecision = object({ question: req(text), owner: req(text), options: opt(texts) });
const newContract = object({ description: req(text), format: req(text), criteria: req(list(text, 1)), delegator: req(text), assignee: opt(maybeText), roles: opt(texts) });
const settings = object({
  filter: opt(orNull(oneOf('affected_by_decision', 'agent', 'artifact_owners', 'artifact_users', 'asked_decision', 'blocking_source', 'waiting_for_contract', 'waiting_for_task'))),
  to: opt(oneOrList(text)), action: opt(text), condition: opt(maybeText),
  message_type: opt(orNull(oneOf('STATUS_UPDATE', 'KNOWLEDGE_SHARE', 'CONFLICT_REPORT', 'FREEFORM'))), priority: opt(priority),
  content_template: opt(any), set: opt(oneOrList(text)), clear: opt(oneOrList(text)), add_blocker: opt(bool), resolve_blockers: opt(bool), pause: opt(bool),
  resume: opt(bool), open_decision: opt(orNull(newDecision)), open_contract: opt(orNull(newContract)),
});
const ACTIONS = ['notify_blocked_agents', 'notify_blocking_source', 'notify_affected_agents', 'escalate_to_relevant_agents', 'notify_dependents',
  'pause_related_tasks', 'update_state_board', 'notify', 'pause', 'resume', 'open_decision', 'open_contract'];
const action: Type = {
  kind: 'other',
  check: (value, path, faults) => {
    if (!isObject(value)) { faults.push(new Fault('WRONG_TYPE', pointer(path))); return; }
    const names = Object.keys(value);
    if (names.length !== 1) { faults.push(new Fault('BAD_FORMAT', pointer(path))); return; }
    for (const name of names) {
      if (ACTIONS.includes(name)) settings.check(value[name] ?? null, [...path, name], faults);
      else faults.push(new Fault('NOT_ONE_OF', pointer([...path, name])));
    }
  },
};
const place = matching(/^\/\S+$/);
const SOURCES = ['field', 'added', 'message', 'contract', 'overdue', 'escalated'];
const triggerFields: Record<string, Field> = {
  field: opt(orNull(place)), added: opt(orNull(place)), becomes: opt(any), message: opt(orNull(messageType)), contract: opt(orNull(matching(/^[a-z_]+$/))),
  overdue: opt(orNull(oneOf('obligation', 'contract'))), escalated: opt(orNull(oneOf('clause', 'assumption'))),
};
const trigger: Type = {
  kind: 'object',
  check: (value, path, faults) => {
    if (!isObject(value)) { faults.push(new Fault('WRONG_TYPE', pointer(path))); return; }
    const before = faults.length;
    checkFields(triggerFields, value, path, faults);
    const given = SOURCES.filter((name) => (value[name] ?? null) !== null).length;
    if (faults.length === before && given !== 1) faults.push(new Fault('BAD_FORMAT', pointer(path)));
  },
};
export const EVENTS = list(object({ event: req(id), description: opt(text), trigger: req(trigger), condition: opt(maybeText), auto_actions: req(list(action, 1)) }));
