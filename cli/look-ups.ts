/**
 * The commands on Phone ID: look-ups, the ledger of consents, hard caps.
 */
import type { Command } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { printFields, printHeading, printJson, printTable, type Row } from './print.ts';
import { addLookUpList } from './records.ts';

interface LookUpFlags extends Page {
  readonly account?: string;
  readonly number?: string;
  readonly full?: true;
}

const CONSENT_COLUMNS = ['reference_id', 'customer_id', 'number', 'method', 'consented_on', 'asked_on', 'add_ons'];
const LARGEST_PAGE = 500;

export function addLookUpCommands(program: Command): void {
  const lookup = program.command('lookup').description('Phone ID look-ups');
  withFull(
    gatewayCommand(lookup, 'show <reference_id>', 'a look-up, and where each of its answers came from'),
    'the number and the answer',
  ).action((reference: string, { full }: LookUpFlags, command: Command) =>
    run(command, (client) => client.get(pathOf('look-ups', reference), { full }), printLookUp),
  );

  addLookUpList(lookup);

  const consent = program.command('consent').description('consents that came with look-ups');
  withFull(withPages(gatewayCommand(consent, 'list', 'consents, oldest first')))
    .option('--account <customer_id>', 'only of this account')
    .option('--number <number>', 'only for this number')
    .action(({ account, number, full, limit, after }: LookUpFlags, command: Command) =>
      list(
        command,
        { path: '/consents', name: 'consents' },
        { customer_id: account, number, full, limit, after },
        CONSENT_COLUMNS,
      ),
    );
  gatewayCommand(consent, 'export', 'the whole ledger, numbers in full, as CSV or with --json as JSON')
    .option('--account <customer_id>', 'only of this account')
    .option('--number <number>', 'only for this number')
    .action(({ account, number }: LookUpFlags, command: Command) =>
      run(
        command,
        async (client) => {
          const consents: Row[] = [];
          let after: string | undefined;
          do {
            const query = { customer_id: account, number, full: true, limit: LARGEST_PAGE, after };
            const page = await client.get('/consents', query);
            consents.push(...(page.consents as readonly Row[]));
            after = typeof page.next === 'string' ? page.next : undefined;
          } while (after !== undefined);
          return { consents };
        },
        (answer) => printCsv(answer.consents as readonly Row[]),
      ),
    );

  const source = program.command('source').description('sources of answers about phone numbers');
  gatewayCommand(source, 'list', 'how they are, what they said and what that cost').action(
    (_: unknown, command: Command) => run(command, (client) => client.get('/sources'), printSources),
  );

  const cap = program.command('cap').description('hard caps of add-ons in this month');
  withPages(gatewayCommand(cap, 'all', 'the caps of all accounts, and what is used of them')).action(
    ({ limit, after }: LookUpFlags, command: Command) =>
      list(command, { path: '/addon-caps', name: 'accounts' }, { limit, after }, ['customer_id', 'name', 'addon_caps']),
  );
  gatewayCommand(cap, 'list <customer_id>', 'the caps of an account, and what is used of them').action(
    (id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('accounts', id, 'addon-caps')),
        (answer) => printTable(answer.addon_caps as readonly Row[], ['add_on', 'cap', 'used']),
      ),
  );
  gatewayCommand(cap, 'reset <customer_id> <addon>', 'begin the month anew').action(
    (id: string, addOn: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('accounts', id, 'addon-caps', addOn, 'reset')),
        (answer) => printFields(answer),
      ),
  );
}

function printSources(answer: GatewayAnswer): void {
  const sources = answer.sources as readonly Row[];
  printTable(sources, ['name', 'kind', 'state', 'took_ms', 'under_way', 'last_answer_on', 'last_failure']);
  const said = sources.flatMap(({ name, said: rows }) => (rows as readonly Row[]).map((row) => ({ name, ...row })));
  printHeading(`what they said since ${answer.since}`);
  printTable(
    said,
    ['name', 'add_on', 'found', 'nothing', 'not_covered', 'failed', 'left_alone', 'remembered', 'cost'],
    '  ',
  );
}

function printLookUp(answer: GatewayAnswer): void {
  printFields(answer, ['add_ons', 'answer']);
  printHeading('add-ons');
  const rows = (answer.add_ons as readonly Row[]).map((row) => ({
    ...row,
    tried: (row.tried as ReadonlyArray<{ source: string; said: string }>).map(
      ({ source, said }) => `${source} ${said}`,
    ),
  }));
  printTable(rows, ['add_on', 'code', 'source', 'fetched_at', 'age_ms', 'took_ms', 'cost', 'tried'], '  ');
  if (answer.answer === null) return;
  printHeading('answer');
  printJson(answer.answer);
}

/** RFC 4180. */
function printCsv(rows: readonly Row[]): void {
  const lines = [CONSENT_COLUMNS, ...rows.map((row) => CONSENT_COLUMNS.map((column) => cellOf(row[column])))];
  for (const line of lines) process.stdout.write(`${line.join(',')}\r\n`);
}

function cellOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' ') : value === null ? '' : String(value);
  // A sheet takes what begins so for a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
