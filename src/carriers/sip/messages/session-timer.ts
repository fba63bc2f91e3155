/**
 * How long a session lasts unless it is refreshed, and who refreshes it (RFC 4028). Pure.
 *
 * 1. We ask for no timer by ourselves; we say that we can keep one, and keep what the other side asks for. Only a 422
 *    makes us name a time, the one that it wants at least.
 * 2. A timer that runs goes on: a refresh of the other side that names none gets ours back, and we refresh from then on.
 */
import type { HeaderField } from './fields.ts';
import { headerOf, listOf } from './message.ts';

export const EXTENSION = 'timer';

export interface SessionTimer {
  readonly expiresS: number;
  readonly refresher: 'us' | 'peer';
}

export interface WithHeaders {
  readonly headers: readonly HeaderField[];
}

/** The least that a session may be asked to last (RFC 4028, 5). */
export const LEAST_S = 90;
/** Of what a peer asks for all the same: shorter would be nothing but refreshes. */
const SHORTEST_S = 10;
const LONGEST_S = 86_400;
const LONGEST_MARGIN_S = 32;

/** What a 2xx to a request of ours says. */
export function timerOf(response: WithHeaders): SessionTimer | null {
  const named = expiresOf(response);
  if (!named) return null;
  return { expiresS: named.seconds, refresher: named.refresher === 'uas' ? 'peer' : 'us' };
}

export type TimerAnswer =
  /** With these fields in the 2xx. */
  | { readonly kind: 'agreed'; readonly timer: SessionTimer | null; readonly headers: readonly HeaderField[] }
  /** 422 with these fields. */
  | { readonly kind: 'too_short'; readonly headers: readonly HeaderField[] };

/** What a re-INVITE or UPDATE of the peer is answered (RFC 4028, 9). `running`: the timer until now (rule 2). */
export function answerTimer(request: WithHeaders, running: SessionTimer | null): TimerAnswer {
  const named = expiresOf(request);
  const canTime = ['supported', 'require'].some((name) =>
    listOf(request, name).some((each) => each.toLowerCase() === EXTENSION),
  );
  if (!named) {
    const timer = running && { expiresS: running.expiresS, refresher: 'us' as const };
    return { kind: 'agreed', timer, headers: timer ? answerFields(timer) : [] };
  }
  if (named.asked < LEAST_S && canTime) return { kind: 'too_short', headers: [minimum(LEAST_S)] };
  // One that knows no timers cannot refresh: a proxy has asked.
  const isPeer = canTime && named.refresher !== 'uas';
  const timer: SessionTimer = { expiresS: named.seconds, refresher: isPeer ? 'peer' : 'us' };
  return { kind: 'agreed', timer, headers: answerFields(timer) };
}

/** Of our refresh, or of an INVITE that was too short for somebody (422). */
export function askFields(expiresS: number, isRefresh: boolean): HeaderField[] {
  const value = isRefresh ? `${expiresS};refresher=uac` : String(expiresS);
  return [{ name: 'session-expires', value }, minimum(Math.max(LEAST_S, isRefresh ? LEAST_S : expiresS))];
}

/** The least time that a 422 names; null when it names none that could be kept. */
export function leastOf(response: WithHeaders): number | null {
  const seconds = secondsOf(headerOf(response, 'min-se'));
  return seconds !== null && seconds <= LONGEST_S ? Math.max(seconds, SHORTEST_S) : null;
}

/** When we refresh, after the last refresh. */
export function refreshAfterMs({ expiresS }: SessionTimer): number {
  return (expiresS / 2) * 1_000;
}

/** When the session is given up, after the last refresh: a little early (RFC 4028, 10). */
export function endAfterMs({ expiresS }: SessionTimer): number {
  return (expiresS - Math.min(LONGEST_MARGIN_S, expiresS / 3)) * 1_000;
}

function answerFields({ expiresS, refresher }: SessionTimer): HeaderField[] {
  const value = `${expiresS};refresher=${refresher === 'us' ? 'uas' : 'uac'}`;
  const require = refresher === 'peer' ? [{ name: 'require', value: EXTENSION }] : [];
  return [{ name: 'session-expires', value }, ...require];
}

function minimum(seconds: number): HeaderField {
  return { name: 'min-se', value: String(seconds) };
}

function expiresOf(message: WithHeaders): { asked: number; seconds: number; refresher: string } | null {
  const value = headerOf(message, 'session-expires');
  const asked = secondsOf(value);
  if (asked === null) return null;
  return { asked, seconds: Math.min(Math.max(asked, SHORTEST_S), LONGEST_S), refresher: refresherIn(value ?? '') };
}

/** `uac`, `uas`, or '' where none is named. */
function refresherIn(value: string): string {
  for (const param of value.split(';').slice(1)) {
    const [name = '', side = ''] = param.split('=', 2);
    if (name.trim().toLowerCase() !== 'refresher') continue;
    return /^"?(ua[cs])\b/i.exec(side.trim())?.[1]?.toLowerCase() ?? '';
  }
  return '';
}

function secondsOf(value: string | undefined): number | null {
  const digits = /^\s*(\d{1,10})(?![\w.])/.exec(value ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
