/**
 * Asks whether something is meant that nothing brings back.
 */
import { createInterface } from 'node:readline/promises';
import { CommandError } from './client.ts';

type Terminal = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Rejects unless somebody types `expected`. Where nobody is there to be asked, nothing is done. */
export async function confirm(question: string, expected: string, input: Terminal = process.stdin): Promise<void> {
  if (!input.isTTY) throw new CommandError('nobody can be asked here whether that is meant; --yes says so');
  const asking = createInterface({ input, output: process.stderr });
  // Of input that ends (Ctrl-D) the question never hears, and the process would end as if all were done.
  const ended = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
  try {
    if ((await Promise.race([asking.question(`${question}: `), ended])).trim() === expected) return;
  } finally {
    asking.close();
  }
  throw new CommandError('nothing was done');
}
