/**
 * Reads what an option names: a secret, or a text that may stand in the option as well.
 *
 * 1. A secret never stands in a command line, where other users of the machine see it in the list of processes. An
 *    option that holds one itself is refused; the environment is its owner's alone.
 */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError } from './client.ts';

const STANDARD_INPUT = 0;
const LONGEST = 4_096;
const CTRL_C = 3;
const CTRL_D = 4;
const BACKSPACES = [8, 127];

/** A terminal, as far as a secret is typed at it. */
export type Keyboard = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};

/** What `--token` gives, with its variable, or the file that TRUNKLINE_OPERATOR_TOKEN_FILE names. An empty one is none. */
export async function tokenOf(command: Command): Promise<string | undefined> {
  const { token } = command.opts<{ token?: string }>();
  const file = process.env.TRUNKLINE_OPERATOR_TOKEN_FILE;
  if (token && command.getOptionValueSource('token') === 'env') return textFrom('TRUNKLINE_OPERATOR_TOKEN', token);
  if (token) return secretFrom('--token', token);
  return file ? textFrom('TRUNKLINE_OPERATOR_TOKEN_FILE', `@${file}`) : undefined;
}

/** `@FILE` is what the file holds, `-` the line on standard input, typed unseen at a terminal. Rule 1. */
export async function secretFrom(option: string, text: string, input: Keyboard = process.stdin): Promise<string> {
  if (text === '-' && input.isTTY) return typed(option, input);
  if (text === '-' || text.startsWith('@')) return textFrom(option, text);
  throw new CommandError(
    `${option}: @FILE or - for standard input is allowed; others on this machine see what stands in a command line`,
  );
}

/** A secret, or none. */
export async function secretIfAny(option: string, text: string | undefined): Promise<string | undefined> {
  return text === undefined ? undefined : secretFrom(option, text);
}

/** As it stands, or `@FILE` or `-` for where it stands. `option` is named where that cannot be read. */
export function textFrom(option: string, text: string): string {
  if (text !== '-' && !text.startsWith('@')) return text;
  const from = text === '-' ? STANDARD_INPUT : text.slice(1);
  try {
    const read = readFileSync(from, 'utf8').trim();
    if (read !== '') return read;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new CommandError(`${option}: ${text === '-' ? 'standard input' : from} cannot be read (${code})`);
  }
  throw new CommandError(`${option}: ${text === '-' ? 'standard input' : from} holds nothing`);
}

async function typed(option: string, input: Keyboard): Promise<string> {
  process.stderr.write(`${option} (is not shown): `);
  input.setRawMode?.(true);
  try {
    const line = await keysOf(input);
    if (line === '') throw new CommandError(`${option}: nothing was typed`);
    return line;
  } finally {
    input.setRawMode?.(false);
    input.pause();
    process.stderr.write('\n');
  }
}

/** Up to Enter. Empty after Ctrl-C, and when the terminal is gone. */
function keysOf(input: Keyboard): Promise<string> {
  return new Promise((resolve) => {
    let bytes: number[] = [];
    const end = (line: string) => {
      input.off('data', take).off('end', stop).off('close', stop);
      resolve(line);
    };
    const stop = () => end('');
    const take = (piece: Buffer | string) => {
      for (const byte of Buffer.from(piece)) {
        if (byte === CTRL_C) return stop();
        if (byte === 10 || byte === 13 || byte === CTRL_D) return end(Buffer.from(bytes).toString('utf8').trim());
        if (BACKSPACES.includes(byte))
          bytes = [...Buffer.from([...Buffer.from(bytes).toString('utf8')].slice(0, -1).join(''))];
        else if (bytes.length < LONGEST) bytes.push(byte);
      }
    };
    input.on('data', take).once('end', stop).once('close', stop);
    input.resume();
  });
}
