/**
 * What stands in the audit log, in words: what was done, by whom, on what, and how it ended. Pure.
 *
 * 1. What has no words here is shown as the log has it.
 */
import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/tone.ts';

type Entry = Schema<'PeopleAuditEntry'>;

/** What changes something. */
const DONE: Readonly<Record<string, string>> = {
  'POST /accounts': 'Made an account',
  'PATCH /accounts/:id': 'Changed an account',
  'POST /accounts/:id/suspend': 'Suspended an account',
  'POST /accounts/:id/activate': 'Activated an account',
  'POST /accounts/:id/keys': 'Made a key',
  'DELETE /accounts/:id/keys/:key': 'Revoked a key',
  'PUT /accounts/:id/senders/:sender': 'Added a sender',
  'DELETE /accounts/:id/senders/:sender': 'Removed a sender',
  'PUT /accounts/:id/verified-numbers/:number': 'Added a verified number',
  'DELETE /accounts/:id/verified-numbers/:number': 'Removed a verified number',
  'POST /accounts/:id/addon-caps/:addon/reset': 'Reset the cap of an add-on',
  'POST /batches/:reference/pause': 'Paused a batch',
  'POST /batches/:reference/resume': 'Let a batch go on',
  'POST /batches/:reference/take-back': 'Took a batch back',
  'POST /callbacks/redeliver': 'Sent a range of callbacks again',
  'POST /callbacks/:id/redeliver': 'Sent a callback again',
  'POST /carriers/:name/addresses': 'Looked at addresses of a carrier',
  'POST /carriers/:name/drain': 'Drained a carrier',
  'POST /carriers/:name/resume': 'Used a carrier again',
  'POST /erasures': 'Erased a number',
  'POST /imports': 'Began an import',
  'POST /imports/:id/finish': 'Finished an import',
  'POST /imports/:id/stop': 'Stopped an import',
  'DELETE /data-sets/:kind/:name': 'Removed a data set',
  'PUT /masking-blocks/:number': 'Blocked a number',
  'DELETE /masking-blocks/:number': 'Lifted a block',
  'POST /masking-sessions/:session/close': 'Ended a masked session',
  'POST /master-key/reseal': 'Replaced the master key',
  'POST /messages/:reference/take-back': 'Took a message back',
  'POST /numbers/import': 'Brought in masks',
  'POST /numbers/:number/retire': 'Retired a mask',
  'POST /opt-outs': 'Added an opt-out',
  'POST /opt-outs/lift': 'Lifted an opt-out',
  'POST /reload': 'Read the settings again',
  'POST /sandbox/handsets/:number/calls/:id/answer': 'Answered a call in the sandbox',
  'POST /sandbox/handsets/:number/calls/:id/decline': 'Declined a call in the sandbox',
  'POST /sandbox/handsets/:number/calls/:id/hang-up': 'Hung up in the sandbox',
  'POST /sandbox/handsets/:number/calls/:id/keys': 'Pressed keys in the sandbox',
  'POST /sandbox/handsets/:number/file': 'Sent a file from a handset',
  'POST /sandbox/handsets/:number/location': 'Sent a place from a handset',
  'POST /sandbox/handsets/:number/reply': 'Wrote from a handset',
  'POST /sandbox/handsets/:number/tap': 'Pressed a button on a handset',
  'PUT /sandbox/handsets/:number/waits': 'Set what rings until it is answered',
  'POST /sandbox/send': 'Sent in the sandbox',
  'PUT /sandbox/receivers/:name': 'Set what a receiver answers',
  'POST /operators': 'Let a program in',
  'DELETE /operators/:name': 'Shut a program out',
  'POST /users': 'Added a user',
  'PATCH /users/:name': 'Changed a user',
  'DELETE /users/:name': 'Removed a user',
  'POST /users/:name/invite': 'Invited a user',
  'POST /tokens': 'Made a personal token',
  'DELETE /tokens/:id': 'Revoked a personal token',
  'DELETE /session': 'Signed out',
  'DELETE /sessions/:id': 'Ended a session',
  'PUT /session/password': 'Set the own password',
  'POST /session/second-factor': 'Began a second factor',
  'POST /session/second-factor/confirm': 'Confirmed a second factor',
  'POST /session/second-factor/remove': 'Removed a second factor',
};

/** What shows numbers or texts in full. */
const SEEN: Readonly<Record<string, string>> = {
  'GET /audit': 'Exported the audit log',
  'GET /accounts/:id': 'Saw an account in full',
  'GET /accounts/:id/callback-secrets': 'Saw what signs callbacks',
  'GET /accounts/:id/templates': 'Saw what templates say',
  'GET /batches/:reference': 'Saw the numbers of a batch',
  'GET /callbacks/:id': 'Saw a callback in full',
  'GET /calls': 'Saw numbers of calls',
  'GET /calls/:reference': 'Saw a call in full',
  'GET /calls/in-progress': 'Saw numbers of calls in progress',
  'GET /carriers/:name/addresses': 'Saw addresses of a carrier',
  'GET /consents': 'Saw numbers of consents',
  'GET /inbound-texts': 'Saw what was received',
  'GET /inbound-texts/:id': 'Saw what somebody sent',
  'GET /look-ups': 'Saw numbers of look-ups',
  'GET /look-ups/:reference': 'Saw a look-up in full',
  'GET /masking-blocks': 'Saw numbers that are blocked',
  'GET /masking-sessions': 'Saw numbers of sessions',
  'GET /masking-sessions/:session': 'Saw the numbers of a session',
  'GET /masking-sessions/:session/interactions': 'Saw the texts of a session',
  'GET /messages': 'Saw numbers of messages',
  'GET /messages/:reference': 'Saw the number of a message',
  'GET /messages/:reference/contents': 'Saw what a message says',
  'GET /numbers/forecast': 'Saw the numbers of the busiest parties',
  'GET /opt-outs': 'Saw numbers of opt-outs',
  'GET /unmatched-receipts': 'Saw receipts that match nothing',
  'GET /verifications': 'Saw numbers of verifications',
  'GET /verifications/:reference': 'Saw the number of a verification',
};

/** What no request is. */
const HAPPENED: Readonly<Record<string, string>> = {
  'sign in': 'Signed in',
  'sign in refused': 'Could not sign in',
  'set password by invite': 'Set a password by an invite',
  'log shortened': 'Old entries were let go',
  'log found broken': 'The log was found broken',
};

const WORDS = { ...HAPPENED, ...DONE, ...SEEN };

/** What an entry may have been written for, to choose from. */
export const ACTIONS = Object.entries(WORDS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

/** What was counted, and not done. */
const COUNTED: Readonly<Record<string, string>> = {
  'POST /callbacks/redeliver': 'Counted a range of callbacks',
  'POST /erasures': 'Counted what an erasure would find',
};

/** Rule 1. */
export function actionText({ action, target }: Pick<Entry, 'action' | 'target'>): string {
  const counted = target.count_only === 'true' ? COUNTED[action] : undefined;
  return counted ?? (WORDS as Readonly<Record<string, string>>)[action] ?? action;
}

/** Somebody should look. */
export function isAlarming({ action }: Pick<Entry, 'action'>): boolean {
  return action === 'log found broken';
}

export function actorText(actor: string): string {
  if (actor === 'root') return 'the operator token';
  if (actor === 'unknown') return 'nobody known';
  if (actor === 'gateway') return 'the gateway';
  return actor.startsWith('user:') ? actor.slice('user:'.length) : `${actor} (program)`;
}

const NAMES: Readonly<Record<string, string>> = {
  customer_id: 'Account',
  id: 'Id',
  reference: 'Reference',
  recipient: 'Number',
  number: 'Number',
  sender: 'Sender',
  name: 'Name',
  role: 'Role',
  key: 'Key',
  changed: 'Changed',
  expires_on: 'Ends',
  why: 'Why',
  way: 'Way',
  up_to: 'Up to',
};

export function nameText(name: string): string {
  const words = NAMES[name] ?? name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** On what, in a line: values alone, but for what nobody could tell apart. That it was counted alone its action says. */
export function targetText(target: Entry['target']): string {
  const { changed, count_only: _, ...names } = target;
  const said = Object.entries({ ...names, ...(changed === undefined ? {} : { changed }) }).map(([name, value]) =>
    /^(?:id|customer_id|reference|recipient|number|sender|name|key|kind|operation)$/.test(name)
      ? value
      : `${nameText(name).toLowerCase()} ${value}`,
  );
  return said.length === 0 ? '–' : said.join(', ');
}

export interface Outcome {
  readonly words: string;
  readonly tone: Tone;
}

/** Of a request: how it was answered. Null: it is not over, or has no end. */
export function outcomeOf(status: number | null | undefined): Outcome | null {
  if (status === null || status === undefined) return null;
  if (status < 300) return { words: 'Done', tone: 'good' };
  return status < 500 ? { words: `Refused ${status}`, tone: 'warn' } : { words: `Failed ${status}`, tone: 'bad' };
}

export interface Subject {
  readonly words: string;
  readonly path: string;
}

/** What it was about; null where there is no page of it. */
export function subjectOf({ action, target, account }: Pick<Entry, 'action' | 'target' | 'account'>): Subject | null {
  const { reference, name, id } = target;
  if (/ \/messages\/:reference/.test(action) && reference) {
    return { words: 'The message', path: `/messages/${reference}` };
  }
  if (/ \/batches\/:reference/.test(action) && reference) return { words: 'The batch', path: `/batches/${reference}` };
  if (/ \/carriers\/:name/.test(action) && name) {
    return { words: 'The carrier', path: `/carriers/${encodeURIComponent(name)}` };
  }
  if (/ \/callbacks\/:id/.test(action) && id) return { words: 'The callback', path: `/callbacks/${id}` };
  return account === null ? null : { words: 'The account', path: `/accounts/${encodeURIComponent(account)}` };
}

/** What came of comparing with an end that was kept. */
export type Compared = 'same' | 'another' | 'gone';

/** A place and its hash, as a verification says them; null when it is none. */
export function endIn(text: string): { readonly seq: number; readonly hash: string } | null {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash: hash.toLowerCase() };
}
