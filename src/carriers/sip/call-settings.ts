/**
 * The settings of the calls of a SIP carrier: `call` in its section (settings.ts).
 */
import { type Static, Type } from 'typebox';
import { strict } from '../../lib/schemas.ts';

/**
 * After so long we hang up. With the longest ringing it stays below ten minutes: within that time a gateway finds again
 * what it left behind (store/messages/message-queue.ts).
 */
export const LONGEST_TALK_MS = 7 * 60_000;

export const CallSettingsSchema = Type.Object(
  {
    ring_for_s: Type.Integer({
      minimum: 5,
      maximum: 120,
      default: 45,
      description: 'How long a telephone rings before the call is given up.',
    }),
    repeat_key: Type.String({
      pattern: '^[0-9*#]?$',
      default: '1',
      description: 'The key with which the callee hears the message again; empty: none.',
    }),
    codecs: Type.Array(Type.Unsafe<'PCMU' | 'PCMA'>(Type.Union([Type.Literal('PCMU'), Type.Literal('PCMA')])), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      default: ['PCMU', 'PCMA'],
      description: 'Offered codecs, best first.',
    }),
    rtp_first_port: Type.Integer({
      minimum: 0,
      maximum: 65_534,
      default: 0,
      description: 'The first of the ports on which media is received, one for each call; 0: any free ones.',
    }),
    rtp_last_port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 0,
      description: 'The last of them.',
    }),
  },
  { ...strict, default: {}, description: 'What calls are like.' },
);

export type CallSettings = Static<typeof CallSettingsSchema>;

/** What no single setting can say; undefined when all is well. */
export function checkCallSettings({ rtp_first_port: first, rtp_last_port: last }: CallSettings): string | undefined {
  if ((first === 0) !== (last === 0)) return 'call.rtp_last_port: goes with rtp_first_port';
  return last < first ? 'call.rtp_last_port: allowed: not below rtp_first_port' : undefined;
}
