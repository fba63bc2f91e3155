#!/usr/bin/env node
/**
 * `trunkline`: the operators' command line. It talks to a running gateway over HTTP like any other client.
 *
 * 1. A command writes its result to standard output and an error to standard error; after an error it exits with 1.
 * 2. With `--json` standard output holds the gateway's answer and nothing else, and an error is a line of JSON.
 */
import { CommandError } from './client.ts';
import { createProgram, jsonError, refuseUnknownCommand } from './program.ts';

// Whoever reads us may stop reading: `trunkline message list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const isJson = process.argv.includes('--json');
const program = createProgram({ isJson });
refuseUnknownCommand(program, process.argv.slice(2));
program.parseAsync().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  const status = error instanceof CommandError ? error.status : null;
  process.stderr.write(isJson ? jsonError(text, status) : `trunkline: ${text}\n`);
  process.exitCode = 1;
});
