/**
 * What a simulated handset does: the last three digits of its number choose its story (docs/sandbox.md).
 *
 * 1. Every number without a story behaves well: it has RCS, everything is delivered at once, and it answers the phone and
 *    listens to the end.
 * 2. A story that loses an answer loses the first one only, but for 920, which is about answers that never come.
 */
import type { RcsStory } from '../carriers/rcs/simulator.ts';
import type { CallStory } from '../carriers/sip/simulator/simulator.ts';
import type { SmsStory } from '../carriers/smpp/simulator/simulator.ts';
import type { OwnerStory } from './owners.ts';

interface Story {
  readonly rcs?: RcsStory;
  readonly sms?: SmsStory;
  readonly call?: CallStory;
  /** What its owner does about a message. */
  readonly owner?: OwnerStory;
}

const NO_RCS: RcsStory = { kind: 'not_reachable' };

const STORIES: Readonly<Record<string, Story>> = {
  '901': { rcs: NO_RCS },
  '902': { rcs: { kind: 'out_of_reach', withdrawing: 'succeeds' } },
  '903': { rcs: { kind: 'out_of_reach', withdrawing: 'too_late' } },
  '904': { rcs: { kind: 'out_of_reach', withdrawing: 'succeeds_in_vain' } },
  '905': { rcs: { kind: 'busy_at_first' } },
  '906': { rcs: { kind: 'answer_lost' } },
  '907': { rcs: { kind: 'read' } },
  '908': { rcs: { kind: 'expires', revoking: 'succeeds' } },
  '909': { rcs: { kind: 'expires', revoking: 'fails' } },
  '910': { rcs: { kind: 'out_of_reach', withdrawing: 'fails' } },
  '911': { rcs: NO_RCS, sms: { kind: 'refused' } },
  '912': { rcs: NO_RCS, sms: { kind: 'throttled_at_first' } },
  '913': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV' } },
  '914': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'EXPIRED' } },
  '915': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'REJECTD' } },
  '916': { rcs: NO_RCS, sms: { kind: 'receipt_first' } },
  '917': { rcs: NO_RCS, sms: { kind: 'no_receipt' } },
  '918': { rcs: NO_RCS, sms: { kind: 'answer_lost' } },
  '919': { rcs: NO_RCS, sms: { kind: 'id_hex_then_decimal' } },
  '920': { rcs: { kind: 'never_taken' } },
  '921': { call: { kind: 'busy' } },
  '922': { call: { kind: 'declines' } },
  '923': { call: { kind: 'rings' } },
  '924': { call: { kind: 'mailbox' } },
  '925': { call: { kind: 'hangs_up' } },
  '926': { call: { kind: 'presses_one' } },
  '927': { call: { kind: 'asks_password' } },
  '928': { call: { kind: 'loses_packets' } },
  '929': { call: { kind: 'not_allocated' } },
  '930': { call: { kind: 'first_trunk_down' } },
  '931': { call: { kind: 'tries_keys' } },
  '932': { call: { kind: 'taken_back' } },
  '933': { call: { kind: 'unwanted' } },
  '934': { call: { kind: 'blocked' } },
  '935': { call: { kind: 'holds' } },
  '936': { call: { kind: 'names_its_host' } },
  '937': { call: { kind: 'is_out_of_reach' } },
  '938': { call: { kind: 'waits' } },
  '971': { rcs: NO_RCS, sms: { kind: 'in_transit_first' } },
  '972': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNKNOWN' } },
  '973': { rcs: NO_RCS, sms: { kind: 'late_receipt' } },
  '974': { rcs: { kind: 'texts_only' } },
  '975': { rcs: { kind: 'not_covered' } },
  '976': { rcs: { kind: 'untold' } },
  '979': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV' }, call: { kind: 'busy' } },
  '980': { owner: { kind: 'replies', text: 'Yes, please' } },
  '981': { rcs: NO_RCS, owner: { kind: 'replies', text: 'Yes, please' } },
  '982': { owner: { kind: 'taps' } },
  '983': { owner: { kind: 'replies', text: 'STOP' } },
  '984': { rcs: NO_RCS, owner: { kind: 'replies', text: 'STOP' } },
  '985': { owner: { kind: 'sends_file' } },
  '986': { owner: { kind: 'sends_location' } },
  '990': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV' } },
  // What the network says of a handset, by its number of the error, and what an SMSC refuses.
  '991': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV', networkError: 1 } },
  '992': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV', networkError: 27 } },
  '993': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV', networkError: 32 } },
  '994': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV', networkError: 21 } },
  '995': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV', networkError: 34 } },
  '996': { rcs: NO_RCS, sms: { kind: 'receipt', state: 'UNDELIV', networkError: 8 } },
  '997': { rcs: NO_RCS, sms: { kind: 'refused', status: 0x0a } },
  '998': { rcs: NO_RCS, sms: { kind: 'refused', status: 0x104 } },
};

export function rcsStoryOf(number: string): RcsStory {
  return STORIES[number.slice(-3)]?.rcs ?? { kind: 'delivered' };
}

export function smsStoryOf(number: string): SmsStory {
  return STORIES[number.slice(-3)]?.sms ?? { kind: 'receipt', state: 'DELIVRD' };
}

export function callStoryOf(number: string): CallStory {
  return STORIES[number.slice(-3)]?.call ?? { kind: 'listens' };
}

export function ownerStoryOf(number: string): OwnerStory | null {
  return STORIES[number.slice(-3)]?.owner ?? null;
}
