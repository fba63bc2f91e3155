/**
 * A SIP message as it may stand in a call trace. Pure.
 *
 * 1. Credentials, keys that were pressed and the code are masked; everything else is as it was on the wire.
 * 2. What is longer than 8 kB is cut: the peer's bytes do not fill our store.
 */
import type { Buffer } from 'node:buffer';

const LONGEST = 8 * 1024;
const KEY_TYPE = 'application/dtmf';
const CRYPTO = ['a=crypto'];
const SECRET_LINES = [
  { sign: ':', names: ['authorization', 'proxy-authorization'] },
  { sign: ':', names: CRYPTO },
  { sign: '=', names: ['signal'] },
];

export function traceText(bytes: Buffer, secret: string | null): string {
  const whole = bytes.length > LONGEST ? `${bytes.toString('utf8', 0, LONGEST)}…` : bytes.toString('utf8');
  const masked = withoutKeys(
    whole.split('\n').reduce(withoutSecrets, { lines: [], isMasking: false }).lines.join('\n'),
  );
  return secret === null || secret === '' ? masked : withoutCode(masked, secret);
}

interface MaskedLines {
  readonly lines: string[];
  /** Inside of a field that is masked: lines that go on with it are left out (RFC 3261, 7.3.1). */
  isMasking: boolean;
}

/** Line by line: credentials, keys of SRTP, keys that were pressed. */
function withoutSecrets(masked: MaskedLines, line: string): MaskedLines {
  const isFolded = line.startsWith(' ') || line.startsWith('\t');
  if (masked.isMasking && isFolded) return masked;
  const end = line.endsWith('\r') ? '\r' : '';
  const name = SECRET_LINES.find(({ sign, names }) => names.includes(nameBefore(line, sign)));
  masked.isMasking = name?.sign === ':' && name.names !== CRYPTO;
  const sign = name ? line.indexOf(name.sign) : -1;
  const kept = name?.names === CRYPTO ? line.slice(0, sign + 1) : `${line.slice(0, sign + 1)} `;
  masked.lines.push(name ? `${kept}[masked]${end}` : line);
  return masked;
}

function nameBefore(line: string, sign: string): string {
  const at = line.indexOf(sign);
  return at < 0 ? '' : line.slice(0, at).trimEnd().toLowerCase();
}

/** What follows a head that names application/dtmf is the key itself, be it the message's or that of a part. */
function withoutKeys(text: string): string {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(KEY_TYPE); at >= 0; at = lower.indexOf(KEY_TYPE, at + 1)) {
    if (/^(\w|-relay)/.test(lower.slice(at + KEY_TYPE.length, at + KEY_TYPE.length + 6))) continue;
    const end = text.indexOf('\r\n\r\n', at);
    return end < 0 ? text : `${text.slice(0, end + 4)}[masked]`;
  }
  return text;
}

/** The code where it stands as a number of its own. */
function withoutCode(text: string, code: string): string {
  let masked = '';
  let from = 0;
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1)) {
    if (at < from || isDigit(text[at - 1]) || isDigit(text[at + code.length])) continue;
    masked += text.slice(from, at) + '*'.repeat(code.length);
    from = at + code.length;
  }
  return masked + text.slice(from);
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && /\d/.test(sign);
}
