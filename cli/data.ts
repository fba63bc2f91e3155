/**
 * The commands on data: what accounts have used, and erasures of numbers.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { clientOf, gatewayCommand, list, type Page, pathOf, run, withPages } from './command.ts';
import { confirm } from './confirm.ts';
import { printFields, printHeading, type Row } from './print.ts';

interface UsageFlags {
  readonly from?: string;
  readonly to?: string;
  readonly account?: string;
  readonly by?: string;
  readonly format?: 'csv' | 'json';
}

const TOLD_APART_BY = ['day', 'customer_id', 'product', 'channel', 'country'];
const AMOUNTS = ['messages', 'parts', 'delivered', 'calls', 'look_ups', 'cost_millionths'];

export function addUsageCommand(program: Command): void {
  gatewayCommand(program, 'usage', 'what accounts have used: by day, product, channel and country')
    .option('--from <day>', 'the first day, in UTC, such as 2026-01-01; absent, the first of this month')
    .option('--to <day>', 'the day after the last one; absent, tomorrow')
    .option('--account <customer_id>', 'only of this account')
    .option('--by <columns>', `summed up by some of ${TOLD_APART_BY.join(',')}; absent, by all of them`)
    .addOption(new Option('--format <format>', 'for programs; absent, a table').choices(['csv', 'json']))
    .action(async ({ from, to, account, by, format }: UsageFlags, command: Command) => {
      const query = { from, to, customer_id: account, by };
      if (format === 'csv') {
        process.stdout.write(await (await clientOf(command)).getText('/usage', { ...query, format }));
        return;
      }
      if (format === 'json') command.setOptionValue('json', true);
      const columns = TOLD_APART_BY.filter((name) => by === undefined || by.split(',').includes(name));
      await list(command, { path: '/usage', name: 'usage' }, query, [...columns, ...AMOUNTS]);
    });
}

const LOOK_EVERY_MS = 500;

export function addErasureCommands(program: Command): void {
  gatewayCommand(program, 'erase <number>', 'take a number out of everything, and print the receipt')
    .option('--wait <seconds>', 'how long to wait until it is done; 0 does not wait', secondsOf, 60)
    .option('--count', 'erase nothing, and print how much of it an index finds')
    .option('--yes', 'do not ask whether that is meant; needed where nobody can be asked')
    .action((number: string, { wait, count, yes }: { wait: number; count?: true; yes?: true }, command: Command) =>
      run(
        command,
        async (client) => {
          if (count) return client.ask('POST', '/erasures', { number, count_only: true });
          if (!yes)
            await confirm(`Everything about ${number} is taken out, and nothing brings it back. Type it again`, number);
          let receipt = await client.ask('POST', '/erasures', { number });
          const until = performance.now() + wait * 1000;
          while (receipt.state !== 'done' && performance.now() < until) {
            await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
            receipt = await client.get(pathOf('erasures', String(receipt.id)));
          }
          return receipt;
        },
        printReceipt,
      ),
    );

  const erasure = program.command('erasure').description('receipts of erasures');

  gatewayCommand(erasure, 'show <id>', 'a receipt as it stands').action((id: string, _: unknown, command: Command) =>
    run(command, (client) => client.get(pathOf('erasures', id)), printReceipt),
  );

  withPages(gatewayCommand(erasure, 'list', 'receipts, newest first'))
    .option('--number <number>', 'only of this number: whether and when it was erased')
    .action(({ number, limit, after }: Page & { number?: string }, command: Command) =>
      list(command, { path: '/erasures', name: 'erasures' }, { number, limit, after }, [
        'id',
        'state',
        'asked_on',
        'done_on',
        'erased.messages',
        'alias',
      ]),
    );
}

function printReceipt(receipt: GatewayAnswer): void {
  const { erased, waits_for: waitsFor, counted, ...fields } = receipt;
  printFields(fields);
  if (counted !== undefined) {
    printHeading('there are');
    printFields(counted as Row);
    return;
  }
  printHeading('erased');
  printFields(erased as Row);
  if (receipt.state === 'done') return;
  printHeading('waits for');
  printFields(waitsFor as Row);
  process.stderr.write(`It is not done yet: trunkline erasure show ${receipt.id}\n`);
}

function secondsOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('a whole number of seconds is allowed');
}
