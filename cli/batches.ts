/**
 * The commands on batches.
 */
import type { Command } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface BatchFlags extends Page {
  readonly account?: string;
  readonly state?: string;
  readonly full?: true;
}

export function addBatchCommands(program: Command): void {
  const batches = program.command('batches').description('one message for many recipients');

  withPages(gatewayCommand(batches, 'list', 'batches, newest first'))
    .option('--account <customer_id>', 'only of this account')
    .option('--state <state>', 'in_progress, paused, cancelling, cancelled or done')
    .action(({ account, state, limit, after }: BatchFlags, command: Command) =>
      list(command, { path: '/batches', name: 'batches' }, { customer_id: account, state, limit, after }, [
        'reference_id',
        'customer_id',
        'message_type',
        'state',
        'total',
        'worked_off',
        'created_on',
      ]),
    );

  withFull(
    withPages(gatewayCommand(batches, 'show <reference_id>', 'how far a batch is, and what became of its recipients')),
  ).action((reference: string, { full, limit, after }: BatchFlags, command: Command) =>
    run(command, (client) => client.get(pathOf('batches', reference), { full, limit, after }), printBatch),
  );
}

function printBatch(answer: GatewayAnswer): void {
  printFields(answer, ['statuses', 'recipients', 'counts', 'next']);
  printHeading('counts');
  printFields(answer.counts as GatewayAnswer);
  printHeading('statuses');
  printTable(answer.statuses as readonly Row[], ['code', 'description', 'count'], '  ');
  printHeading('recipients');
  const columns = ['place', 'phone_number', 'code', 'description', 'reference_id', 'external_id'];
  printTable(answer.recipients as readonly Row[], columns, '  ');
  if (typeof answer.next === 'string') printFields({ next: answer.next });
}
