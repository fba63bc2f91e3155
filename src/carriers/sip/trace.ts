/**
 * A SIP message as it may stand in a call trace. Pure.
 *
 * 1. Credentials, keys that were pressed and the code are masked; everything else is as it was on the wire.
 * 2. What is longer than 8 kB is cut: the peer's bytes do not fill our store.
 */
import type { Buffer } from 'node:buffer';

const LONGEST = 8 * 1024;

export function traceText(bytes: Buffer, secret: string | null): string {
  const whole = bytes.length > LONGEST ? `${bytes.toString('utf8', 0, LONGEST)}…` : bytes.toString('utf8');
  const masked = whole
    .replaceAll(/^((?:proxy-)?authorization[ \t]*:)[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim, '$1 [masked]')
    .replaceAll(/^(a=crypto:)[^\r\n]*/gim, '$1[masked]')
    .replaceAll(/^(signal[ \t]*=)[^\r\n]*/gim, '$1 [masked]')
    .replaceAll(/(application\/dtmf\b(?!-relay)[\s\S]*?\r\n\r\n)[\s\S]*$/gi, '$1[masked]');
  if (secret === null || secret === '') return masked;
  return masked.replaceAll(
    new RegExp(`(?<!\\d)${secret.replaceAll(/\D/g, '\\$&')}(?!\\d)`, 'g'),
    '*'.repeat(secret.length),
  );
}
