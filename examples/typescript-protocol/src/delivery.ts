// Recipients, inboxes and turns.
import { Rejection } from './faults';
import { Sent, State } from './state';

export function requireActor(state: State, actor: string): void {
  if (!state.participants[actor]) throw new Rejection('UNKNOWN_ACTOR', `there is no participant ${actor}`);
}

/** The participants that a message reaches: DEL-001 to DEL-006. */
export function resolve(state: State, from: string, to: string | string[]): string[] {
  const reached = new Set<string>();
  for (const name of Array.isArray(to) ? to : [to]) {
    const named = state.participants[name] !== undefined;
    const members = named ? [name] : name === 'all' ? Object.keys(state.participants) : state.groups[name];
    if (!members) throw new Rejection('UNKNOWN_RECIPIENT', `there is no ${name}`);
    for (const member of members) if (named || member !== from) reached.add(member);
  }
  if (reached.size === 0) throw new Rejection('NOBODY_REACHED', 'the message reaches nobody');
  return [...reached];
}
export function deliver(state: State, message: string, recipients: string[]): void {
  for (const recipient of recipients) {
    const inbox = (state.inboxes[recipient] ??= []);
    if (!inbox.some((delivery) => delivery.message === message)) inbox.push({ message, read: false });
  }
}
export const unread = (state: State, actor: string): Sent[] =>
  (state.inboxes[actor] ?? []).filter((d) => !d.read).map((d) => state.messages[d.message] as Sent);

export function begin(state: State, actor: string): Sent[] {
  if (state.turns[actor]) throw new Rejection('TURN_OPEN', `${actor} has an open turn`);
  const shown = unread(state, actor);
  state.turns[actor] = shown.map((message) => message.id);
  return shown;
}
export function end(state: State, actor: string, read: boolean): void {
  const shown = state.turns[actor];
  if (!shown) throw new Rejection('TURN_LOST', `${actor} has no open turn`);
  if (read) for (const delivery of state.inboxes[actor] ?? []) if (shown.includes(delivery.message)) delivery.read = true;
  delete state.turns[actor];
}
