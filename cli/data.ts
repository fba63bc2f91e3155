/**
 * The commands on what accounts have used.
 */
import { type Command, Option } from 'commander';
import { clientOf, gatewayCommand, list } from './command.ts';

interface UsageFlags {
  readonly from?: string;
  readonly to?: string;
  readonly account?: string;
  readonly format?: 'csv' | 'json';
}

const USAGE_COLUMNS = ['day', 'customer_id', 'product', 'channel', 'country', 'messages', 'parts', 'delivered'];

export function addUsageCommand(program: Command): void {
  gatewayCommand(program, 'usage', 'what accounts have used: by day, product, channel and country')
    .option('--from <day>', 'the first day, in UTC, such as 2026-01-01; absent, the first of this month')
    .option('--to <day>', 'the day after the last one; absent, tomorrow')
    .option('--account <customer_id>', 'only of this account')
    .addOption(new Option('--format <format>', 'for programs; absent, a table').choices(['csv', 'json']))
    .action(async ({ from, to, account, format }: UsageFlags, command: Command) => {
      const query = { from, to, customer_id: account };
      if (format === 'csv') {
        process.stdout.write(await clientOf(command).getText('/usage', { ...query, format }));
        return;
      }
      if (format === 'json') command.setOptionValue('json', true);
      await list(command, '/usage', 'usage', query, USAGE_COLUMNS);
    });
}
