/**
 * The commands on batches.
 */
import type { Command } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface BatchFlags extends Page {
  readonly account?: string;
  readonly externalId?: string;
  readonly state?: string;
  readonly code?: string;
  readonly from?: string;
  readonly to?: string;
  readonly full?: true;
}

export function addBatchCommands(program: Command): void {
  const batches = program.command('batches').description('one message for many recipients');

  withPages(gatewayCommand(batches, 'list', 'batches, newest first'))
    .option('--account <customer_id>', 'only of this account')
    .option('--external-id <id>', 'only with this one, in full')
    .option('--state <state>', 'in_progress, paused, cancelling, cancelled or done')
    .option('--from <time>', 'taken from this time on')
    .option('--to <time>', 'taken before this time')
    .action(({ account, externalId, state, from, to, limit, after }: BatchFlags, command: Command) => {
      const query = { customer_id: account, external_id: externalId, state, from, to, limit, after };
      return list(command, { path: '/batches', name: 'batches' }, query, LISTED);
    });

  withFull(
    withPages(gatewayCommand(batches, 'show <reference_id>', 'how far a batch is, and what became of its recipients')),
  )
    .option('--state <state>', 'only recipients that are waiting, refused, or made: with a message')
    .option('--code <code>', 'only recipients with this status')
    .action((reference: string, { full, state, code, limit, after }: BatchFlags, command: Command) => {
      const query = { full, state, code, limit, after };
      return run(command, (client) => client.get(pathOf('batches', reference), query), printBatch);
    });

  for (const [name, does] of ORDERS) {
    gatewayCommand(batches, `${name} <reference_id>`, does).action((reference: string, _: unknown, command: Command) =>
      run(command, (client) => client.ask('POST', pathOf('batches', reference, name)), printStanding),
    );
  }
}

const LISTED = [
  'reference_id',
  'customer_id',
  'message_type',
  'state',
  'total',
  'worked_off',
  'created_on',
  'external_id',
];

const ORDERS = [
  ['pause', 'no message of it is made or handed over any more'],
  ['resume', 'let a paused batch go on'],
  ['take-back', 'nothing of it is handed over any more, and its messages are taken back'],
] as const;

function printBatch(answer: GatewayAnswer): void {
  printStanding(answer);
  printHeading('recipients');
  const columns = ['place', 'phone_number', 'code', 'description', 'reference_id', 'external_id'];
  printTable(answer.recipients as readonly Row[], columns, '  ');
  if (typeof answer.next === 'string') printFields({ next: answer.next });
}

function printStanding(answer: GatewayAnswer): void {
  printFields(answer, ['statuses', 'recipients', 'counts', 'next']);
  printHeading('counts');
  printFields(answer.counts as GatewayAnswer);
  printHeading('statuses');
  printTable(answer.statuses as readonly Row[], ['code', 'description', 'count'], '  ');
}
