/**
 * Keys in SIP INFO, for peers that do not send them as RTP: application/dtmf-relay and application/dtmf. Pure.
 */
const NAMED: Readonly<Record<string, string>> = { '10': '*', '11': '#', '12': 'A', '13': 'B', '14': 'C', '15': 'D' };
const LONGEST_BODY = 200;
const KEY = /^[0-9A-D*#]{1,2}$/i;

export const InfoKeys = {
  type: 'application/dtmf-relay',
  /** What `parse` reads, as Accept says it. */
  types: 'application/dtmf-relay, application/dtmf',

  format(key: string, durationMs: number): string {
    return `Signal=${key}\r\nDuration=${durationMs}\r\n`;
  },

  /** The key, or null when this body is none. */
  parse(type: string, body: Uint8Array): string | null {
    if (body.length > LONGEST_BODY) return null;
    const text = new TextDecoder('latin1').decode(body);
    const kind = type.split(';', 1)[0]?.trim().toLowerCase();
    const written = kind === 'application/dtmf-relay' ? signalIn(text) : kind === 'application/dtmf' ? text.trim() : '';
    if (!KEY.test(written)) return null;
    const key = NAMED[written] ?? written.toUpperCase();
    return key.length === 1 ? key : null;
  },
};

/** The first line `Signal=…` that holds a key. */
function signalIn(text: string): string {
  for (const line of text.split(/[\r\n]/)) {
    const equals = line.indexOf('=');
    const value = line.slice(equals + 1).trim();
    if (equals >= 0 && line.slice(0, equals).trim().toLowerCase() === 'signal' && KEY.test(value)) return value;
  }
  return '';
}
