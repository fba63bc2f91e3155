/**
 * What the gateway lists, as an event of the stream: which thing, how it stands, and where it is shown. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { Topic } from '../../app/live-hub.ts';
import { type Tone, toneOf } from '../../ui/tone.ts';
import { lastOf, shortUrl, stateOf } from '../callbacks/words.ts';
import { standingOf } from '../carriers/standing.ts';
import { statusOf } from '../identity/words.ts';
import { STATES as SESSION_STATES } from '../masking/words.ts';

export interface Seen {
  readonly topic: Topic;
  readonly id: string;
  /** Of two looks at the same thing the same, unless something has happened to it. */
  readonly mark: string;
  /** When it came to stand as it does; null: nothing says that. */
  readonly at: string | null;
  /** Since when there is something to tell of it; null: it is told of once it changes. */
  readonly since: string | null;
  /** What kind of thing: "Callback". */
  readonly kind: string;
  readonly what: string;
  readonly status: { readonly words: string; readonly tone: Tone; readonly code: number | null };
  readonly account: string | null;
  /** The path of its page; null: it has none. */
  readonly link: string | null;
}

type Message = Schema<'OperatorMessageSummary'>;
type Call = Schema<'OperatorCallList'>['calls'][number];
type Callback = Schema<'OperatorCallback'>;
type Text = Schema<'OperatorText'>;
type Session = Schema<'OperatorMaskingSessionSummary'>;
type LookUp = Schema<'OperatorLookUpList'>['look_ups'][number];
type Batch = Schema<'OperatorBatchSummary'>;
type Carrier = Schema<'OperatorCarrier'>;
type Node = Schema<'OperatorNode'>;

const KINDS: Readonly<Record<Message['kind'], string>> = {
  omnichannel: 'Message',
  relay: 'Relayed text',
  reply: 'Answer',
  call: 'Call',
  text: 'Text',
  code_text: 'Code as text',
  verification: 'Verification',
};

export function ofMessage(message: Message): Seen {
  const { reference_id: id, kind, recipient, last_channel: channel, status } = message;
  return {
    topic: 'messages',
    id,
    mark: `${status.code} ${channel}`,
    at: message.updated_on,
    since: message.created_on,
    kind: KINDS[kind],
    what: `${recipient} · ${channel.toUpperCase()}`,
    status: coded(status),
    account: message.customer_id,
    link: `/messages/${id}`,
  };
}

export function ofCall(call: Pick<Call, 'reference_id' | 'recipient' | 'status' | 'created_on'> & Partial<Call>): Seen {
  const { reference_id: id, status, final_on: endedOn = null, completed_on: completedOn = null } = call;
  return {
    topic: 'calls',
    id,
    mark: `${status.code} ${completedOn}`,
    at: completedOn ?? endedOn,
    since: call.created_on,
    kind: 'Call',
    what: call.recipient,
    status: coded(status),
    account: call.customer_id ?? null,
    link: `/messages/${id}`,
  };
}

export function ofCallback(callback: Callback): Seen {
  const { id, state, tries, url } = callback;
  const { words, tone } = stateOf(state);
  return {
    topic: 'callbacks',
    id,
    mark: [state, tries, callback.last_status, callback.redelivered_on].join(' '),
    at: callback.delivered_on ?? (tries === 0 ? (callback.redelivered_on ?? callback.created_on) : null),
    since: callback.created_on,
    kind: 'Callback',
    what: shortUrl(url),
    status: { words: tries === 0 ? words : `${words}: ${lastOf(callback)}`, tone, code: null },
    account: callback.customer_id,
    link: `/callbacks/${id}`,
  };
}

const TEXT_KINDS: Readonly<Record<Text['kind'], string>> = {
  text: 'Came in',
  tap: 'Button pressed',
  file: 'File came in',
  location: 'Place came in',
};

const MEANINGS: Readonly<Record<Text['meaning'], { readonly words: string; readonly tone: Tone }>> = {
  stop: { words: 'STOP', tone: 'warn' },
  start: { words: 'START', tone: 'good' },
  help: { words: 'HELP', tone: 'accent' },
  other: { words: 'Received', tone: 'good' },
  incomplete: { words: 'Incomplete', tone: 'bad' },
};

export function ofText(text: Text): Seen {
  return {
    topic: 'inbound',
    id: text.id,
    mark: '',
    at: text.received_on,
    since: text.received_on,
    kind: TEXT_KINDS[text.kind],
    what: `${text.from} to ${text.to}`,
    status: { ...MEANINGS[text.meaning], code: null },
    account: text.customer_id,
    link: `/inbound/${text.id}`,
  };
}

export function ofSession(session: Session): Seen {
  const { session_id: id, state, texts } = session;
  const { label, tone } = SESSION_STATES[state];
  const count = texts.from_1 + texts.from_2 + texts.refused;
  return {
    topic: 'sessions',
    id,
    mark: `${state} ${count}`,
    at: session.over_on ?? (count === 0 ? session.opened_on : null),
    since: session.opened_on,
    kind: 'Session',
    what: `${session.number_1} and ${session.number_2} · ${count} ${count === 1 ? 'text' : 'texts'}`,
    status: { words: label, tone, code: null },
    account: session.customer_id,
    link: `/masking/${id}`,
  };
}

export function ofLookUp(
  lookUp: Pick<LookUp, 'reference_id' | 'customer_id' | 'number' | 'status' | 'created_on'>,
): Seen {
  const { reference_id: id, status } = lookUp;
  return {
    topic: 'look_ups',
    id,
    mark: String(status),
    at: lookUp.created_on,
    since: lookUp.created_on,
    kind: 'Look-up',
    what: lookUp.number,
    status: { ...statusOf(status), code: status },
    account: lookUp.customer_id,
    link: `/identity/${id}`,
  };
}

const BATCH_STATES: Readonly<Record<Batch['state'], { readonly words: string; readonly tone: Tone }>> = {
  in_progress: { words: 'In progress', tone: 'accent' },
  paused: { words: 'Paused', tone: 'warn' },
  cancelling: { words: 'Being taken back', tone: 'warn' },
  cancelled: { words: 'Taken back', tone: 'calm' },
  done: { words: 'Done', tone: 'good' },
};

export function ofBatch(batch: Batch): Seen {
  const { reference_id: id, state, external_id: externalId, total } = batch;
  return {
    topic: 'batches',
    id,
    mark: state,
    at: batch.ended_on ?? (state === 'in_progress' ? batch.created_on : null),
    since: batch.created_on,
    kind: 'Batch',
    what: `${externalId ?? id} · ${total} ${total === 1 ? 'recipient' : 'recipients'}`,
    status: { ...BATCH_STATES[state], code: null },
    account: batch.customer_id,
    link: `/batches/${id}`,
  };
}

export function ofCarrier(carrier: Carrier): Seen {
  const { word, tone } = standingOf(carrier);
  return {
    topic: 'carriers',
    id: carrier.name,
    mark: word,
    at: null,
    since: null,
    kind: 'Carrier',
    what: `${carrier.name} · ${carrier.channel.toUpperCase()}`,
    status: { words: word, tone, code: null },
    account: null,
    link: `/carriers/${carrier.name}`,
  };
}

const NODE_STATES: Readonly<Record<Node['state'], { readonly words: string; readonly tone: Tone }>> = {
  running: { words: 'Running', tone: 'good' },
  silent: { words: 'Silent', tone: 'bad' },
  stopped: { words: 'Stopped', tone: 'calm' },
};

export function ofNode({ id, state, starts, can_send_by: carriers }: Node): Seen {
  return {
    topic: 'nodes',
    id,
    mark: `${state} ${starts} ${carriers.join()}`,
    at: null,
    since: null,
    kind: 'Node',
    what: carriers.length === 0 ? id : `${id} · sends by ${carriers.join(', ')}`,
    status: { ...NODE_STATES[state], code: null },
    account: null,
    link: `/nodes/${id}`,
  };
}

/** A hint is all that is known of it. `n`: of this hint alone. */
export function ofAccount(id: string, n: number): Seen {
  return {
    topic: 'accounts',
    id,
    mark: String(n),
    at: null,
    since: null,
    kind: 'Account',
    what: id,
    status: { words: 'Changed', tone: 'accent', code: null },
    account: id,
    link: `/accounts/${id}`,
  };
}

function coded({ code, description }: Message['status']): Seen['status'] {
  return { words: description, tone: toneOf(code), code };
}
