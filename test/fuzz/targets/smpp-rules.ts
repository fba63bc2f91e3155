/** How SMSCs are configured, for the targets. */
import type { InboundRules } from '../../../src/carriers/smpp/inbound.ts';
import type { SegmentRules } from '../../../src/carriers/smpp/segment.ts';

export const SEGMENT_RULES: SegmentRules = {
  defaultAlphabet: 'gsm7',
  textCoding: 0,
  ucs2Coding: 8,
  concatenation: 'udh8',
};

const GERMAN = {
  defaultAlphabet: 'gsm7',
  textCoding: 0,
  ucs2Coding: 8,
  receiptIds: 'auto',
  addresses: {
    country: 'DE',
    typeOfNumber: 'believed',
    prefixes: [{ from: '00', to: '' }],
    shortCodeMaxDigits: 6,
  },
} as const;
const NOBODYS = {
  defaultAlphabet: 'latin1',
  textCoding: 3,
  ucs2Coding: 24,
  receiptIds: 'hex',
  addresses: { country: null, typeOfNumber: 'ignored', prefixes: [], shortCodeMaxDigits: 0 },
} as const;

export const INBOUND_RULES: readonly InboundRules[] = [GERMAN, NOBODYS];
