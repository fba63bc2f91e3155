/** All commands of `trunkline`: what there is to ask for. Nothing runs here. */
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { addAccountCommands, addKeyCommands } from './accounts.ts';
import { addAuditCommands } from './audit.ts';
import { addBatchCommands } from './batches.ts';
import { addCallCommands } from './calls.ts';
import { addArrivalCommands, addCarrierCommands, addOptOutCommands } from './carriers.ts';
import { addCompletionCommand } from './completion.ts';
import { addErasureCommands, addUsageCommand } from './data.ts';
import { addDoctorCommand } from './doctor.ts';
import { addExamples } from './examples.ts';
import { addFindCommand } from './find.ts';
import { addImportCommands } from './imports.ts';
import { addLookUpCommands } from './look-ups.ts';
import { addCallbackCommands, addMessageCommands } from './messages.ts';
import { addNumberCommands } from './numbers.ts';
import { addOperatorCommands } from './operators.ts';
import { addReceiverCommands } from './receivers.ts';
import { addRecordCommands } from './records.ts';
import { addSandboxCommands } from './sandbox.ts';
import { addSettingsCommands } from './settings.ts';
import type { SimulateOptions } from './simulate.ts';
import { addTemplateCommands } from './templates.ts';
import { addTrafficCommand } from './traffic.ts';
import { addTryCommands } from './try.ts';
import { addUserCommands } from './users.ts';
import { addWatchCommand } from './watch.ts';

/** `isJson`: whoever reads its errors is a program. */
export function createProgram({ isJson = false } = {}): Command {
  const program = new Command('trunkline')
    .description('Looks after a Trunkline gateway: accounts, keys, messages, callbacks, carriers, opt-outs, usage.')
    .version(version());
  if (isJson) program.configureOutput({ outputError: (text, write) => write(jsonError(text.replace(/^error: /, ''))) });
  else program.showHelpAfterError('(--help shows what is allowed)');
  addAccountCommands(program);
  addKeyCommands(program);
  addTemplateCommands(program);
  addFindCommand(program);
  addMessageCommands(program);
  addBatchCommands(program);
  addCallbackCommands(program);
  addReceiverCommands(program);
  addCallCommands(program);
  addCarrierCommands(program);
  addOptOutCommands(program);
  addArrivalCommands(program);
  addLookUpCommands(program);
  addRecordCommands(program);
  addNumberCommands(program);
  addImportCommands(program);
  addDoctorCommand(program);
  addSettingsCommands(program);
  addUsageCommand(program);
  addTrafficCommand(program);
  addErasureCommands(program);
  addOperatorCommands(program);
  addWatchCommand(program);
  addUserCommands(program);
  addAuditCommands(program);
  addSandboxCommands(program);
  addTryCommands(program);
  addSimulate(program);
  addCompletionCommand(program);
  addExamples(program);
  return program;
}

/** A word that is no command, though `--help` stands behind it, which would show the help of what is above. */
export function refuseUnknownCommand(program: Command, words: readonly string[]): void {
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith('-') || word === 'help') return;
    const found = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (!found) command.error(`error: unknown command '${word}'`);
    else command = found;
  }
}

/** A line of standard error with `--json`. `status`: what the gateway answered with, if it was the gateway. */
export function jsonError(text: string, status: number | null = null): string {
  return `${JSON.stringify({ error: { description: text.trim(), ...(status === null ? {} : { status }) } })}\n`;
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description(
      'run the simulated operators alone: an SMSC over SMPP, RCS for Business over HTTP, telephones over SIP',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--smpp-port <port>', 'port of the SMSC; 0 takes a free one', portOf, 2775)
    .option('--rbm-port <port>', 'port of RCS for Business; 0 takes a free one', portOf, 2780)
    .option('--sip-port <port>', 'port of the telephones, by SIP; 0 takes a free one', portOf, 2785)
    .option('--handset-port <port>', 'port on which to see what the handsets got; 0 takes a free one', portOf, 2781)
    .option('--webhook-url <url>', 'where RCS events are posted: {gateway}/carriers/{name}/webhook')
    .action(async (options: Omit<SimulateOptions, 'webhookUrl'> & { webhookUrl?: string }) => {
      // Read only when needed: it is most of the program.
      const { runSimulators } = await import('./simulate.ts');
      await runSimulators({ ...options, webhookUrl: options.webhookUrl });
    });
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('a port from 0 to 65535 is allowed');
}
