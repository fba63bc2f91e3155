/**
 * What a diagnosis says of the certificate of HTTP: callers refuse one that has ended.
 */
import { X509Certificate } from 'node:crypto';
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import { DAY_MS } from '../lib/durations.ts';

const NAME = 'certificate';
/** Whoever renews it by a program does so a third of its time before, which is longer. */
const LEAST_DAYS_LEFT = 7;

/** `read` gives it in PEM, the certificate first, and throws where it and its key cannot be used. */
export function checkCertificate(read: () => Buffer, now: number): Check {
  const todo = 'correct http.tls or renew the files; a gateway that runs takes them within 30 s';
  let found: X509Certificate;
  try {
    found = new X509Certificate(read());
  } catch (error) {
    return fail(NAME, (error as Error).message, todo);
  }
  const [from, to] = [Date.parse(found.validFrom), Date.parse(found.validTo)];
  if (now < from) return fail(NAME, `begins on ${dayOf(from)} only`, 'set the clock, or give another certificate');
  const days = Math.floor((to - now) / DAY_MS);
  if (days < 0) return fail(NAME, `ended on ${dayOf(to)}: callers refuse it`, todo);
  const says = `ends on ${dayOf(to)}`;
  return days < LEAST_DAYS_LEFT ? warn(NAME, says, todo) : ok(NAME, says);
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
