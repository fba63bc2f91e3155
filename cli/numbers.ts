/**
 * The commands on masking numbers (add, list, retire, forecast), and on numbers that no masking session may have.
 */
import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { addVerifyCommands } from './calls.ts';
import { CommandError, type GatewayAnswer } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface NumberFlags extends Page {
  readonly account?: string;
  readonly shared?: true;
  readonly country?: string;
  readonly retired?: true;
  readonly number?: string;
  readonly full?: true;
  readonly parties?: number;
}

const COLUMNS = ['number', 'customer_id', 'country', 'carrier', 'state', 'added_on', 'retired_on'];

export function addNumberCommands(program: Command): void {
  const number = program
    .command('number')
    .description('masking numbers, numbers kept out of masking sessions, numbers of trial accounts');
  addVerifyCommands(number);
  gatewayCommand(number, 'import <file>', 'bring in masking numbers: CSV with number, capabilities, country, carrier')
    .option('--account <customer_id>', 'into the pool of this account; absent, into the shared one')
    .action((file: string, { account }: NumberFlags, command: Command) =>
      run(
        command,
        (client) => client.askWithText('POST', '/numbers/import', { customer_id: account }, textOf(file)),
        (answer) => printFields(answer),
      ),
    );
  withPages(gatewayCommand(number, 'list', 'masking numbers, in the order of their digits'))
    .option('--account <customer_id>', 'only of the pool of this account')
    .option('--shared', 'only of the shared pool')
    .option('--country <code>', 'only of this country, such as DE')
    .option('--retired', 'only those that are given to no new session')
    .action(({ account, shared, country, retired, limit, after }: NumberFlags, command: Command) => {
      const state = retired ? 'retired' : undefined;
      return list(
        command,
        { path: '/numbers', name: 'numbers' },
        { customer_id: account, shared, country, state, limit, after },
        COLUMNS,
      );
    });
  gatewayCommand(number, 'retire <number...>', 'give masking numbers to no new session; open ones go on').action(
    (numbers: string[], _: unknown, command: Command) =>
      run(
        command,
        async (client) => {
          const retired: unknown[] = [];
          for (const each of numbers) retired.push(await client.ask('POST', pathOf('numbers', each, 'retire')));
          return { numbers: retired };
        },
        (answer) => printTable(answer.numbers as readonly Row[], COLUMNS),
      ),
  );
  withFull(gatewayCommand(number, 'forecast', 'how full the pools are: seats free and taken'))
    .option('--parties <number>', 'how many of the busiest parties to show, 0 to 500', partiesOf, 10)
    .action(({ full, parties }: NumberFlags, command: Command) =>
      run(command, (client) => client.get('/numbers/forecast', { full, parties }), printForecast),
    );
  addBlockCommands(number);
}

function partiesOf(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 500) return Number(text);
  throw new InvalidArgumentError('a whole number from 0 to 500 is allowed');
}

function printForecast(answer: GatewayAnswer): void {
  printTable(answer.pools as readonly Row[], [
    'customer_id',
    'country',
    'numbers',
    'retired',
    'parties',
    'live',
    'resting',
    'free',
    'least_free',
    'fullest_percent',
  ]);
  printHeading('busiest parties');
  printTable(answer.busiest as readonly Row[], ['party', 'customer_id', 'country', 'live', 'resting', 'free'], '  ');
}

function addBlockCommands(number: Command): void {
  withFull(withPages(gatewayCommand(number, 'blocks', 'numbers that are kept out of masking sessions')))
    .option('--account <customer_id>', 'only those that this account keeps out')
    .option('--number <number>', 'only this number')
    .action(({ account, number: only, full, limit, after }: NumberFlags, command: Command) =>
      list(
        command,
        { path: '/masking-blocks', name: 'masking_blocks' },
        { customer_id: account, number: only, full, limit, after },
        ['number', 'customer_id', 'created_on'],
      ),
    );
  for (const [name, method, description] of [
    ['block', 'PUT', 'keep a number out of masking sessions'],
    ['unblock', 'DELETE', 'lift such a block'],
  ] as const) {
    gatewayCommand(number, `${name} <number>`, description)
      .option('--account <customer_id>', 'for this account alone; absent, for every account')
      .action((each: string, { account }: NumberFlags, command: Command) => {
        const query = account === undefined ? '' : `?${new URLSearchParams({ customer_id: account })}`;
        return run(
          command,
          (client) => client.ask(method, `${pathOf('masking-blocks', each)}${query}`),
          (answer) => printFields(answer),
        );
      });
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  }
}
