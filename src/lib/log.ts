/**
 * The log: one JSON line an event, on standard error.
 *
 * 1. A line never holds a code, a key, a token, a message text or a full phone number. Call sites pass numbers through
 *    `maskNumber`; the list below is the net under them.
 */
import { type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

const SECRET_FIELDS = [
  'authorization',
  'api_key',
  'apiKey',
  'key',
  'password',
  'secret',
  'token',
  'text',
  'verify_code',
  'body',
];

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    redact: { paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)], censor: '[kept back]' },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options, pino.destination({ dest: 2, sync: false }));
}

/** A number as it may stand in a log: country code and the last two digits. `4915112345901` is `49*********01`. */
export function maskNumber(number: string): string {
  if (number.length < 6) return '*'.repeat(number.length);
  return `${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`;
}
