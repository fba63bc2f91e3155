/**
 * Reads a secret that an option names. An option that holds the secret itself shows it to other users of the machine,
 * in the list of processes; a file or standard input does not.
 */
import { readFileSync } from 'node:fs';
import { CommandError } from './client.ts';

const STANDARD_INPUT = 0;

/** What `--token` gives, with its variable, or the file that TRUNKLINE_OPERATOR_TOKEN_FILE names. An empty one is none. */
export function tokenFrom(option: string | undefined): string | undefined {
  const file = process.env.TRUNKLINE_OPERATOR_TOKEN_FILE;
  if (option) return secretFrom('--token', option);
  return file ? secretFrom('TRUNKLINE_OPERATOR_TOKEN_FILE', `@${file}`) : undefined;
}

/** `@FILE` is what the file holds, `-` the line on standard input. `option` is named where it cannot be read. */
export function secretFrom(option: string, text: string): string {
  if (text !== '-' && !text.startsWith('@')) return text;
  const from = text === '-' ? STANDARD_INPUT : text.slice(1);
  try {
    const secret = readFileSync(from, 'utf8').trim();
    if (secret !== '') return secret;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new CommandError(`${option}: ${text === '-' ? 'standard input' : from} cannot be read (${code})`);
  }
  throw new CommandError(`${option}: ${text === '-' ? 'standard input' : from} holds nothing`);
}
