/**
 * The submit_sm PDUs that carry a job (SMPP 3.4 clause 4.4.1). Pure.
 */
import type { SubmitJob } from '../carrier.ts';
import { replacePrefix } from '../inbound-address.ts';
import type { Address, ShortMessagePdu } from './pdus/pdu.ts';
import { MOST_PARTS, referenceOf, type SegmentRules, segment } from './segment.ts';
import type { SmppSettings } from './settings.ts';

/** registered_delivery, clause 5.2.17. */
const RECEIPTS = { all: 0x01, failure: 0x02, none: 0x00 } as const;
const INTERMEDIATE = 0x10;

export type Prepared =
  /** One PDU for each part of the job, in order; sequence numbers are given when they leave. */
  | { readonly kind: 'ready'; readonly pdus: readonly { readonly part: number; readonly pdu: ShortMessagePdu }[] }
  | { readonly kind: 'impossible'; readonly why: string };

export function segmentRules(settings: SmppSettings): SegmentRules {
  return {
    defaultAlphabet: settings.default_alphabet,
    textCoding: settings.data_coding.text,
    ucs2Coding: settings.data_coding.ucs2,
    concatenation: settings.concatenation,
  };
}

/** What never changes from one message to the next is worked out once. */
export function createPreparer(settings: SmppSettings): (job: SubmitJob, now: number) => Prepared {
  const rules = segmentRules(settings);
  const { ton, npi, prefixes } = settings.addresses.destination;
  const validityOf = createValidity(settings.validity_period);
  const registeredDelivery = RECEIPTS[settings.receipts] | (settings.intermediate_receipts ? INTERMEDIATE : 0);
  return (job, now) => {
    const { content } = job;
    if (content.type !== 'sms_text') return { kind: 'impossible', why: `SMS cannot carry ${content.type}` };
    const bodies = segment(content.text, rules, referenceOf(job.attemptId));
    if (bodies.length > MOST_PARTS) {
      return { kind: 'impossible', why: `the text takes ${bodies.length} parts; at most ${MOST_PARTS} are possible` };
    }
    if (job.sender === null && settings.sender === 'required') {
      return { kind: 'impossible', why: 'this carrier takes nothing without a sender, and the account has none' };
    }
    const source = senderAddress(job.sender, settings.addresses);
    const destination = { ton, npi, address: replacePrefix(job.recipient, prefixes) };
    const validityPeriod = validityOf(job.validUntil, now);
    const pdus: { part: number; pdu: ShortMessagePdu }[] = [];
    for (const part of job.parts) {
      const body = bodies[part];
      if (!body)
        return { kind: 'impossible', why: `the text has ${bodies.length} parts here, there is no part ${part + 1}` };
      const pdu: ShortMessagePdu = {
        command: 'submit_sm',
        status: 0,
        sequence: 0,
        serviceType: settings.service_type,
        source,
        destination,
        esmClass: body.esmClass,
        protocolId: 0,
        priorityFlag: 0,
        scheduleDeliveryTime: '',
        validityPeriod,
        registeredDelivery,
        replaceIfPresent: 0,
        dataCoding: body.dataCoding,
        smDefaultMsgId: 0,
        shortMessage: body.shortMessage,
        tlvs: body.tlvs,
      };
      pdus.push({ part, pdu });
    }
    return { kind: 'ready', pdus };
  };
}

/** Without a sender the SMSC puts in its own. */
export function senderAddress(sender: string | null, rules: SmppSettings['addresses']): Address {
  if (sender === null || sender === '') return { ton: 0, npi: 0, address: '' };
  const rule = !/^[0-9]+$/.test(sender)
    ? rules.alphanumeric
    : sender.length <= rules.short_code_max_digits
      ? rules.short_code
      : rules.international;
  return { ton: rule.ton, npi: rule.npi, address: sender };
}

const LONGEST_VALIDITY_S = 30 * 86_400;

/**
 * `YYMMDDhhmmsstnnp` (clause 7.1.1): relative to the peer's clock, or in UTC. At least a second. Most messages in a row
 * have the same time left, so the last answer is kept.
 */
export function createValidity(form: SmppSettings['validity_period']): (validUntil: number, now: number) => string {
  let lastSeconds = Number.NaN;
  let last = '';
  return (validUntil, now) => {
    if (form === 'none') return '';
    const seconds = Math.min(LONGEST_VALIDITY_S, Math.max(1, Math.floor((validUntil - now) / 1000)));
    if (form === 'absolute') return absolute(now + seconds * 1000);
    if (seconds !== lastSeconds) last = relative(seconds);
    lastSeconds = seconds;
    return last;
  };
}

function relative(seconds: number): string {
  const clock = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  return `0000${clock.map((value) => String(value).padStart(2, '0')).join('')}000R`;
}

function absolute(instant: number): string {
  const digits = new Date(instant).toISOString().replace(/\D/g, '');
  return `${digits.slice(2, 14)}000+`;
}
