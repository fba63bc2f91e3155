/**
 * What a stored RBM event says. Pure; never throws, whatever the bytes are.
 *
 * 1. The bytes are the envelope as it was posted: `{"message": {"attributes", "data", "messageId"}}`, `data` being the
 *    event in base64 of JSON. Its signature was checked before it was stored.
 * 2. A report names the attempt by `messageId`, our own id, in lower case.
 * 3. A user's message or event carries `senderPhoneNumber`; one of the platform (TTL_…) carries `phoneNumber`.
 * 4. What is unknown or incomplete is `ignored`, with the reason: RBM adds kinds of events at any time.
 * 5. RBM writes every number with its country code, so nothing has to be said of how they are to be read; the double
 *    forms of a handset are one here, too.
 */
import { asJsonObject, type JsonObject, parseJsonObject } from '../../lib/json.ts';
import { storable } from '../../lib/storable.ts';
import type { Inbound, ReportState } from '../carrier.ts';
import { ALWAYS_INTERNATIONAL, keptAddress, readHandsetAddress } from '../inbound-address.ts';

/** `RawInbound.kind` of everything that comes from RBM. */
export const RBM_EVENT = 'rbm_event';

const REPORTS: Readonly<Record<string, ReportState>> = {
  DELIVERED: 'delivered',
  READ: 'read',
  TTL_EXPIRATION_REVOKED: 'ttl_revoked',
  TTL_EXPIRATION_REVOKE_FAILED: 'ttl_revoke_failed',
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function interpretEvent(raw: { readonly kind: string; readonly body: Uint8Array }): Inbound {
  if (raw.kind !== RBM_EVENT) return ignored(`input of the kind ${raw.kind.slice(0, 40)} is not RBM's`);
  const envelope = readEnvelope(raw.body);
  if (!envelope) return ignored('not an RBM envelope');
  const event = parseJsonObject(envelope.data);
  if (!event) return ignored('the data of the envelope is not a JSON object');
  return readEvent(event);
}

/** An envelope as it is posted. */
export interface Envelope {
  /** The decoded bytes of `message.data`: what the signature covers. */
  readonly data: Buffer;
  /** `message.messageId`, or its older spelling; the id of this posting, not of a message of ours. */
  readonly postingId: string | null;
}

/** Null when the bytes are no envelope. */
export function readEnvelope(body: Uint8Array): Envelope | null {
  const message = asJsonObject(parseJsonObject(body)?.message);
  if (!message || typeof message.data !== 'string') return null;
  return {
    data: Buffer.from(message.data, 'base64'),
    postingId: textOf(message.messageId) ?? textOf(message.message_id),
  };
}

/**
 * The id under which a repeat of the same event is recognised: one from inside the signed data where there is one, else
 * the id of the posting. The `messageId` of a report is the id of our message, which several reports share.
 */
export function dedupeKeyOf(envelope: Envelope): string | null {
  const event = parseJsonObject(envelope.data) ?? {};
  const eventId = textOf(event.eventId);
  if (eventId) return printable(`event:${eventId}`);
  const messageId = textOf(event.messageId);
  if (messageId && event.eventType === undefined) return printable(`message:${messageId}`);
  return envelope.postingId ? printable(`posting:${envelope.postingId}`) : null;
}

/** A key is shown and stored, so it is short plain text or none. */
function printable(key: string): string | null {
  return /^[\x20-\x7e]{1,200}$/.test(key) ? key : null;
}

function readEvent(event: JsonObject): Inbound {
  const eventType = textOf(event.eventType);
  const from = digitsOf(event.senderPhoneNumber) ?? digitsOf(event.phoneNumber);
  const agent = storable(keptAddress(textOf(event.agentId) ?? ''));
  const report = eventType !== null && Object.hasOwn(REPORTS, eventType) ? REPORTS[eventType] : undefined;
  if (eventType !== null && report) return readReport(event, eventType, report, from);
  if (eventType === 'IS_TYPING') return ignored('the recipient is typing');
  if (event.newLaunchState !== undefined) return ignored(`launch state of the agent: ${word(event.newLaunchState)}`);
  if (from === null) return ignored('names no sender');
  if (eventType === 'UNSUBSCRIBE') return { type: 'opt_out', from, agent };
  if (eventType === 'SUBSCRIBE') return { type: 'opt_in', from, agent };
  if (eventType !== null) return ignored(`an event of the type ${word(eventType)}`);
  return readUserMessage(event, from, agent);
}

function readReport(event: JsonObject, eventType: string, state: ReportState, to: string | null): Inbound {
  const attemptId = (textOf(event.messageId) ?? '').toLowerCase();
  if (!UUID.test(attemptId)) return ignored(`${eventType} for a message that was not sent from here`);
  return { type: 'report', attemptId, keys: [], ...(to === null ? {} : { to }), state, reason: eventType };
}

/** A tap may carry a text as well, what stands on the button: it is a tap all the same. */
function readUserMessage(event: JsonObject, from: string, agent: string): Inbound {
  const tap = asJsonObject(event.suggestionResponse);
  if (tap) return readTap(tap, textOf(event.text), { from, agent });
  if (typeof event.text === 'string') return { type: 'text', from, to: agent, text: storable(event.text) };
  if (event.userFile !== undefined) return readFile(event.userFile, { from, agent });
  if (event.location !== undefined) return readLocation(event.location, { from, agent });
  return ignored('an event without a type');
}

interface Way {
  readonly from: string;
  readonly agent: string;
}

function readTap(tap: JsonObject, beside: string | null, way: Way): Inbound {
  const payload = storable(textOf(tap.postbackData) ?? '');
  const text = textOf(tap.text) ?? beside;
  return { type: 'tap', ...way, payload, ...(text === null ? {} : { text: storable(text) }) };
}

/** `{thumbnail, payload: {mimeType, fileSizeBytes, fileName, fileUri}}` */
function readFile(userFile: unknown, way: Way): Inbound {
  const payload = asJsonObject(asJsonObject(userFile)?.payload);
  const uri = textOf(payload?.fileUri);
  if (!payload || uri === null) return ignored('a file without its address');
  const name = textOf(payload.fileName);
  const mimeType = textOf(payload.mimeType);
  const file = {
    name: name === null ? null : storable(name),
    mimeType: mimeType === null ? null : storable(mimeType),
    uri: storable(uri),
    sizeBytes: wholeNumber(payload.fileSizeBytes),
  };
  return { type: 'file', ...way, file };
}

/** Google's JSON leaves out what is zero: at the equator there is no latitude. */
function readLocation(location: unknown, way: Way): Inbound {
  const given = asJsonObject(location) ?? {};
  const { latitude = 0, longitude = 0 } = given;
  const isGiven = given.latitude !== undefined || given.longitude !== undefined;
  if (!isGiven || !isWithin(latitude, 90) || !isWithin(longitude, 180)) return ignored('a location that is none');
  return { type: 'location', ...way, latitude, longitude };
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}

/** Integers of 64 bits are texts in Google's JSON. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : null;
}

function ignored(why: string): Inbound {
  return { type: 'ignored', why };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** `+15551234567` as digits, canonical (rule 5); null when it is no phone number. */
function digitsOf(value: unknown): string | null {
  const match = typeof value === 'string' ? /^\+?(\d{3,20})$/.exec(value) : null;
  if (!match?.[1]) return null;
  return readHandsetAddress({ ton: 1, npi: 1, address: `+${match[1]}` }, ALWAYS_INTERNATIONAL).text;
}

/** A name from outside as it may stand in a reason. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : 'unknown';
}
