/**
 * Keys in SIP INFO, for peers that do not send them as RTP: application/dtmf-relay and application/dtmf. Pure.
 */
const NAMED: Readonly<Record<string, string>> = { '10': '*', '11': '#', '12': 'A', '13': 'B', '14': 'C', '15': 'D' };

export const InfoKeys = {
  type: 'application/dtmf-relay',

  format(key: string, durationMs: number): string {
    return `Signal=${key}\r\nDuration=${durationMs}\r\n`;
  },

  /** The key, or null when this body is none. */
  parse(type: string, body: Uint8Array): string | null {
    const text = body.length > 200 ? '' : new TextDecoder('latin1').decode(body);
    const kind = type.split(';')[0]?.trim().toLowerCase();
    const written =
      kind === 'application/dtmf-relay'
        ? /^\s*signal\s*=\s*([0-9A-D*#]{1,2})\s*$/im.exec(text)?.[1]
        : kind === 'application/dtmf'
          ? /^\s*([0-9A-D*#]{1,2})\s*$/i.exec(text)?.[1]
          : undefined;
    if (written === undefined) return null;
    const key = NAMED[written] ?? written.toUpperCase();
    return key.length === 1 ? key : null;
  },
};
