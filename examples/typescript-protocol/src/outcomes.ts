// What the transitions of a contract change on the board: CON-080 to CON-083; and the obligations that they end.
import { agentEntry, write } from './board';
import { Json } from './json';
import { Contract, State, SYSTEM } from './state';

function put(state: State, agent: string, fields: Record<string, Json>): void {
  for (const [name, value] of Object.entries(fields)) write(state, SYSTEM, `/agents/${agent}/${name}`, value);
}

/** Writes the outcome to the entry of the assignee; `before` had the work before the transition. */
export function outcome(state: State, actor: string, contract: Contract, name: string, before: string | null): void {
  const ends = name === 'claim' || (name === 'release' && actor !== before); // REP-016, REP-017
  for (const o of ends ? state.obligations : []) {
    if (o.contract === contract.id && state.messages[o.message]?.from !== SYSTEM && (name === 'release' || o.debtor !== actor)) o.open = false;
  }
  if (['release', 'refuse', 'cancel'].includes(name)) {
    const entry = before === null ? undefined : agentEntry(state, before);
    if (before === null || entry?.current_task !== contract.id) return;
    const free: Record<string, Json> = name === 'cancel' ? { blocked_by: null, status: 'idle' } : { status: 'idle' };
    put(state, before, { current_task: null, ...(name === 'cancel' && entry.status === 'error' ? {} : free) });
    return;
  }
  const agent = contract.assignee, entry = agent === null ? undefined : agentEntry(state, agent);
  if (agent === null || !entry) return;
  if (contract.status === 'completed' && (entry.current_task ?? contract.id) === contract.id) put(state, agent, { current_task: contract.id, status: 'completed' });
  if ((name === 'claim' || name === 'start') && actor === agent) {
    put(state, agent, { current_task: contract.id, blocked_by: null, status: name === 'start' ? 'working' : 'idle' });
  }
}
