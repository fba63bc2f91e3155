/**
 * The commands on verification calls, and on the numbers that a trial account may call.
 */
import type { Command } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { gatewayCommand, list, pathOf, run, withFull } from './command.ts';
import { printFields, printHeading, type Row } from './print.ts';
import { addCallList } from './records.ts';

export function addCallCommands(program: Command): void {
  const call = program.command('call').description('verification calls');
  withFull(
    gatewayCommand(call, 'show <reference_id>', 'what became of a call on the line, with its SIP messages'),
  ).action((reference: string, { full }: { full?: true }, command: Command) =>
    run(command, (client) => client.get(pathOf('calls', reference), { full }), printCall),
  );
  withFull(gatewayCommand(call, 'in-progress', 'calls that ring or speak now, on all nodes'))
    .option('--customer <customer_id>', 'only of this account')
    .action(({ customer, full }: { customer?: string; full?: true }, command: Command) =>
      list(command, { path: '/calls/in-progress', name: 'calls' }, { customer_id: customer, full }, UNDER_WAY_COLUMNS),
    );
  addCallList(call);
}

const UNDER_WAY_COLUMNS = ['reference_id', 'customer_id', 'recipient', 'placed_on', 'carrier', 'node'];

/** Below `number`. */
export function addVerifyCommands(number: Command): void {
  gatewayCommand(number, 'verify <customer_id> <number>', 'let a trial account call and write to a number').action(
    (id: string, digits: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('PUT', pathOf('accounts', id, 'verified-numbers', digits)),
        (answer) => printFields(answer),
      ),
  );
  gatewayCommand(number, 'unverify <customer_id> <number>', 'take that back').action(
    (id: string, digits: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('DELETE', pathOf('accounts', id, 'verified-numbers', digits)),
        (answer) => printFields(answer),
      ),
  );
}

function printCall(answer: GatewayAnswer): void {
  printFields(answer, ['line', 'trace']);
  if (answer.line) {
    printHeading('line');
    printFields(answer.line as GatewayAnswer);
  }
  printHeading('SIP messages');
  for (const { at, direction, trunk, transport, peer, text } of answer.trace as readonly Row[]) {
    const arrow = direction === 'sent' ? '->' : '<-';
    process.stdout.write(`\n${at} ${arrow} ${trunk} ${transport} ${peer}\n`);
    for (const line of String(text).trimEnd().split(/\r?\n/)) process.stdout.write(`  ${line}\n`);
  }
}
