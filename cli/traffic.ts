/**
 * The commands on traffic: what passed through all nodes, by carrier as well, and what waits.
 */
import type { Command } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { gatewayCommand, run } from './command.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface TrafficFlags {
  readonly from?: string;
  readonly to?: string;
  readonly hours?: string;
}

const POINT = ['at', 'taken', 'finished', 'delivered'];
const CARRIER = ['name', 'handed_over', 'ended', 'delivered', 'receipts', 'receipt_p50_ms', 'receipt_p99_ms'];
const BACKLOG = [
  'carrier',
  'waiting',
  'oldest_on',
  'in_hand',
  'room',
  'allowed_per_second',
  'parts_per_second',
  'handed_over_per_second',
  'gone_in_seconds',
];

export function addTrafficCommand(program: Command): void {
  withTimes(gatewayCommand(program, 'traffic', 'what passed through all nodes, step by step')).action(
    ({ from, to, hours }: TrafficFlags, command: Command) =>
      run(
        command,
        (client) => client.get('/traffic', { from, to, hours }),
        (answer) => {
          printFields(answer, ['codes', 'points', 'carriers']);
          printHeading('Final codes');
          printTable(answer.codes as readonly Row[], ['code', 'description', 'count']);
          printHeading('Step by step');
          printTable(answer.points as readonly Row[], POINT);
        },
      ),
  );
}

/** Below `carrier`. */
export function addCarrierTraffic(carrier: Command): void {
  withTimes(
    gatewayCommand(carrier, 'traffic [name]', 'what each carrier took, answered and delivered, with its errors'),
  ).action((name: string | undefined, { from, to, hours }: TrafficFlags, command: Command) =>
    run(command, (client) => client.get('/traffic', { from, to, hours, carrier: name }), printCarriers),
  );

  gatewayCommand(carrier, 'backlog', 'what waits for each carrier, and until when that is gone').action(
    (_: unknown, command: Command) =>
      run(
        command,
        (client) => client.get('/backlog'),
        (answer) => {
          printTable(answer.carriers as readonly Row[], BACKLOG);
          if (answer.overdue_since !== null) process.stderr.write(`Overdue since ${answer.overdue_since}\n`);
        },
      ),
  );
}

function withTimes(command: Command): Command {
  return command
    .option('--from <time>', 'from then on, such as 2026-01-31T12:00:00Z; absent, --hours before')
    .option('--to <time>', 'before that; absent, now')
    .option('--hours <hours>', 'how long before --to it begins; absent, 1');
}

function printCarriers({ carriers }: GatewayAnswer): void {
  const rows = carriers as readonly Row[];
  printTable(rows, CARRIER);
  for (const { name, answers, ends } of rows) {
    printHeading(`${name}: answers`);
    printTable(answers as readonly Row[], ['answer', 'reason', 'count']);
    printHeading(`${name}: ends`);
    printTable(ends as readonly Row[], ['code', 'description', 'reason', 'count']);
  }
}
