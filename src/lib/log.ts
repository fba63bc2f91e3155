/**
 * The log: one line an event, on standard error: JSON for programs, short on a terminal.
 *
 * 1. A line never holds a code, a key, a token, a message text or a full phone number. Call sites pass numbers through
 *    `maskNumber`; the list below is the net under them.
 * 2. Of an error only fields known to be harmless are written: PostgreSQL repeats rows and values in its errors.
 * 3. What is written within a span names it and its trace.
 */
import { isatty } from 'node:tty';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { systemClock } from './clock.ts';
import { createLogDestination, type LogDestination } from './log-destination.ts';
import { shortLine } from './short-log.ts';
import { idsOf, type Traces } from './traces.ts';

export type Log = Logger;

const STANDARD_ERROR = 2;
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

export function createLog(
  level: string,
  destination?: { write(line: string): void },
  traces: Pick<Traces, 'current'> | null = null,
): Log {
  const options = {
    level,
    base: null,
    redact: { paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)], censor: '[kept back]' },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: errorShape },
    formatters: { level: (label: string) => ({ level: label }) },
    ...(traces ? { mixin: () => spanIn(traces) } : {}),
  };
  return pino(options, destination ?? onStandardError());
}

/** Rule 3. */
function spanIn(traces: Pick<Traces, 'current'>): object {
  const span = traces.current();
  // Pino writes into it.
  return span ? idsOf(span) : {};
}

let standardError: LogDestination | null = null;

/** One for the process: lines of all its logs come out whole, and none is left in it at the end. */
function onStandardError(): LogDestination {
  if (standardError) return standardError;
  const destination = createLogDestination(systemClock(), STANDARD_ERROR, shapeForReader());
  process.once('exit', () => destination.end());
  standardError = destination;
  return destination;
}

/** Undefined: JSON. */
function shapeForReader(): ((line: string) => string) | undefined {
  if (!isatty(STANDARD_ERROR)) return undefined;
  // Node looks at NO_COLOR and the like itself.
  const isColoured = process.stderr.hasColors();
  return (line) => shortLine(line, isColoured);
}

interface ErrorShape {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: ErrorShape;
}

const DEEPEST_CAUSE = 3;

/** Rule 2. */
function errorShape(error: unknown, depth = 0): ErrorShape {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown' };
  const { code, constraint, severity } = error as { code?: unknown; constraint?: unknown; severity?: unknown };
  const message = withoutValues(error.message, severity !== undefined);
  const hasCause = error.cause !== undefined && depth < DEEPEST_CAUSE;
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.stack === undefined ? {} : { stack: `${error.name}: ${message}\n${framesOf(error)}` }),
    ...(hasCause ? { cause: errorShape(error.cause, depth + 1) } : {}),
  };
}

/** A value that PostgreSQL repeats stands in quotes after a colon; a run of digits may be a number. */
function withoutValues(message: string, isOfDatabase: boolean): string {
  const plain = isOfDatabase ? message.replace(/: ".*$/s, ': "…"') : message;
  return plain.replace(/(?<![\w.-])\+?\d{8,15}(?![\w-])/g, (digits) => maskNumber(digits));
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** A number as it may stand in a log: country code and the last two digits. `4915112345901` is `49*********01`. */
export function maskNumber(number: string): string {
  if (number.length < 6) return '*'.repeat(number.length);
  return `${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`;
}
