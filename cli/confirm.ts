/**
 * Asks whether something is meant that nothing brings back.
 */
import { createInterface } from 'node:readline/promises';
import { CommandError } from './client.ts';

/** Rejects unless somebody types `expected`. Where nobody is there to be asked, nothing is done. */
export async function confirm(question: string, expected: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('nobody can be asked here whether that is meant; --yes says so');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if ((await asking.question(`${question}: `)).trim() === expected) return;
  } finally {
    asking.close();
  }
  throw new CommandError('nothing was done');
}
