/**
 * The INVITE of a call over a trunk: addresses, caller's number, offer (carriers: RFC 3261, 8.1; RFC 3325; RFC 3323). Pure.
 *
 * 1. A private call has an anonymous From; who calls stands in P-Asserted-Identity alone, with `Privacy: id`.
 * 2. From is the caller's number or, for a trunk that tells its customers by it, our own address there (`from`).
 */
import { Buffer } from 'node:buffer';
import type { CallRequest } from '../call.ts';
import type { TrunkSettings } from '../settings.ts';
import type { HostPort, TransportName } from '../transport/flow.ts';
import type { HeaderField, SipRequest } from './fields.ts';
import { hostText, ownUser, userText } from './grammar.ts';
import { ALLOWED_METHODS } from './messages.ts';
import { EXTENSION as RELIABLE } from './reliable.ts';
import { EXTENSION as TIMER } from './session-timer.ts';

const ANONYMOUS = '"Anonymous" <sip:anonymous@anonymous.invalid>';
export const AGENT = 'Trunkline';
/** Extensions that we keep: RFC 4028 and RFC 3262. A trunk that demands one of them takes no call of somebody else. */
export const EXTENSIONS: readonly string[] = [TIMER, RELIABLE];
export const SUPPORTED = EXTENSIONS.join(', ');

export interface InviteOptions {
  readonly call: Pick<CallRequest, 'to' | 'from' | 'isPrivate'>;
  readonly trunk: TrunkSettings;
  readonly callId: string;
  readonly tag: string;
  readonly sequence: number;
  readonly contact: string;
  readonly offer: string;
  /** How long the session is to last, when somebody has asked for that (RFC 4028, 7.1). */
  readonly session?: readonly HeaderField[];
  /** Authorization fields. */
  readonly credentials: readonly HeaderField[];
}

/** Without Via, which the layer puts in. */
export function inviteOf(options: InviteOptions): SipRequest {
  const { call, trunk, callId, tag, sequence, contact, offer, session = [], credentials } = options;
  const domain = domainOf(trunk);
  const uri = `sip:${calledNumber(call.to, trunk)}@${domain};user=phone`;
  const caller = call.from ?? trunk.caller_id ?? null;
  const from = call.isPrivate === true ? ANONYMOUS : fromOf(trunk, caller);
  const identity =
    caller !== null && (trunk.asserted_identity || call.isPrivate === true)
      ? [{ name: 'p-asserted-identity', value: `<sip:+${caller}@${domain}>` }]
      : [];
  return {
    kind: 'request',
    method: 'INVITE',
    uri,
    headers: [
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${from};tag=${tag}` },
      { name: 'to', value: `<${uri}>` },
      { name: 'call-id', value: callId },
      { name: 'cseq', value: `${sequence} INVITE` },
      { name: 'contact', value: contact },
      { name: 'allow', value: ALLOWED_METHODS },
      { name: 'accept', value: 'application/sdp' },
      { name: 'supported', value: SUPPORTED },
      { name: 'user-agent', value: AGENT },
      ...session,
      ...identity,
      ...(call.isPrivate === true ? [{ name: 'privacy', value: 'id' }] : []),
      ...credentials,
      { name: 'content-type', value: 'application/sdp' },
    ],
    body: Buffer.from(offer, 'latin1'),
  };
}

/** Rule 2. */
function fromOf(trunk: TrunkSettings, caller: string | null): string {
  if (trunk.from === 'address') return `<sip:${userText(ownUser(trunk))}@${domainOf(trunk)}>`;
  return caller === null ? ANONYMOUS : `<sip:+${caller}@${domainOf(trunk)}>`;
}

/** OPTIONS to a trunk itself: is it there? */
export function optionsOf(
  trunk: TrunkSettings,
  { callId, tag, contact, sequence }: Pick<InviteOptions, 'callId' | 'tag' | 'contact' | 'sequence'>,
): SipRequest {
  const uri = `sip:${domainOf(trunk)}`;
  return {
    kind: 'request',
    method: 'OPTIONS',
    uri,
    headers: [
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `<sip:trunkline@${domainOf(trunk)}>;tag=${tag}` },
      { name: 'to', value: `<${uri}>` },
      { name: 'call-id', value: callId },
      { name: 'cseq', value: `${sequence} OPTIONS` },
      { name: 'contact', value: contact },
      { name: 'accept', value: 'application/sdp' },
      { name: 'user-agent', value: AGENT },
    ],
    body: new Uint8Array(0),
  };
}

/** Where the peer reaches us; `publicHost` where addresses are translated on the way. */
export function contactOf(local: HostPort, transport: TransportName, publicHost: string | undefined): string {
  const host = hostText(publicHost ?? local.host);
  return `<sip:trunkline@${host}:${local.port}${transport === 'udp' ? '' : `;transport=${transport}`}>`;
}

/** The number as the trunk wants it. */
export function calledNumber(number: string, { number_format: { strip, prefix } }: TrunkSettings): string {
  const rest = strip !== '' && number.startsWith(strip) ? number.slice(strip.length) : number;
  return `${prefix.replaceAll('#', '%23')}${rest}`;
}

function domainOf({ domain, host }: TrunkSettings): string {
  return hostText(domain ?? host);
}
