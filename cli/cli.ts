#!/usr/bin/env node
/**
 * `trunkline`: the operators' command line. It talks to a running gateway over HTTP like any other client.
 *
 * 1. A command writes its result to standard output and an error to standard error; after an error it exits with 1.
 * 2. With `--json` standard output holds the gateway's answer and nothing else.
 */
import { CommandError } from './client.ts';
import { createProgram } from './program.ts';

// Whoever reads us may stop reading: `trunkline message list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    const text = error instanceof CommandError || error instanceof Error ? error.message : String(error);
    process.stderr.write(`trunkline: ${text}\n`);
    process.exitCode = 1;
  });
