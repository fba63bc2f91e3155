/**
 * `trunkline import`: files of deactivated numbers, breached numbers and contact records, and the sets that they make.
 *
 * 1. An import that was interrupted goes on where it stopped. A file that was imported whole is not sent again.
 * 2. A line that is refused is named on standard error by its number and the fault, never by its text. The other lines
 *    are imported.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { gatewayCommand, list, type Page, pathOf, run, withPages, wordsOf } from './command.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface ImportFlags {
  readonly carrier?: string;
  readonly set?: string;
  readonly date?: string;
  readonly leaked?: string;
  readonly country?: string;
  readonly column?: Readonly<Record<string, string>>;
  readonly keepOthers?: true;
}

type Kind = 'breaches' | 'contacts' | 'deactivations';

const IMPORT_COLUMNS = ['id', 'kind', 'set', 'date', 'state', 'taken', 'refused', 'removed', 'started_on'];
const SET_COLUMNS = ['kind', 'set', 'first_date', 'last_date', 'data', 'imported_on'];

export function addImportCommands(program: Command): void {
  const imports = program.command('import').description('what you know about numbers: files for Phone ID');

  withColumns(gatewayCommand(imports, 'deactivations <file>', 'a list of deactivated numbers: .txt, .csv or .zip'))
    .requiredOption('--carrier <name>', 'whose numbers they are')
    .requiredOption('--date <day>', 'the day of the deactivation, such as 2026-01-31')
    .action((file: string, flags: ImportFlags, command: Command) => send(command, 'deactivations', file, flags));

  gatewayCommand(
    imports,
    'breaches <file>',
    'hashes of breached numbers, a SHA-1 of the digits a line: .txt, .csv or .zip',
  )
    .requiredOption('--set <name>', 'the name of the breach')
    .option('--date <day>', 'when it happened, such as 2021-04-03')
    .option('--leaked <kinds>', 'what became known, such as "phone numbers,names"')
    .action((file: string, flags: ImportFlags, command: Command) => send(command, 'breaches', file, flags));

  withColumns(gatewayCommand(imports, 'contacts <file>', 'your own subscribers: a .csv or a .zip of some'))
    .requiredOption('--set <name>', 'the name of the set; the file replaces what it held')
    .option('--keep-others', 'records of the set that are not in the file stay')
    .action((file: string, flags: ImportFlags, command: Command) => send(command, 'contacts', file, flags));

  withPages(gatewayCommand(imports, 'list', 'imports, newest first')).action(
    ({ limit, after }: Page, command: Command) =>
      list(command, { path: '/imports', name: 'imports' }, { limit, after }, IMPORT_COLUMNS),
  );

  gatewayCommand(imports, 'show <id>', 'how far an import is, and what was wrong with the first rows refused').action(
    (id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('imports', id)),
        (answer) => {
          printFields(answer, ['faults']);
          printHeading('refused');
          printTable(answer.faults as readonly Row[], ['row', 'line', 'why']);
        },
      ),
  );

  gatewayCommand(imports, 'stop <id>', 'take no more rows of an import; what it took stays').action(
    (id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('imports', id, 'stop')),
        (answer) => printFields(answer),
      ),
  );

  gatewayCommand(imports, 'sets', 'what has been imported').action((_: unknown, command: Command) =>
    list(command, { path: '/data-sets', name: 'data_sets' }, {}, SET_COLUMNS),
  );

  gatewayCommand(imports, 'remove <kind> <set>', 'take a set away: deactivations, breaches or contacts').action(
    (kind: string, set: string, _: unknown, command: Command) =>
      run(
        command,
        async (client) => {
          const path = pathOf('data-sets', kind, set);
          let answer = await client.ask('DELETE', path);
          let removed = Number(answer.removed);
          while (answer.is_all !== true) {
            answer = await client.ask('DELETE', path);
            removed += Number(answer.removed);
          }
          return { ...answer, removed };
        },
        (answer) => printFields(answer, ['is_all']),
      ),
  );
}

function withColumns(command: Command): Command {
  return command
    .option('--country <code>', 'the country of numbers that are written without its code, such as US', countryOf)
    .option(
      '--column <field=name>',
      'which column of a CSV a field is in, by its name or its place from 1; may be given several times',
      columnOf,
    );
}

async function send(command: Command, kind: Kind, path: string, flags: ImportFlags): Promise<void> {
  // Read only when needed: numbering plans are large.
  const { sendFile } = await import('./import-send.ts');
  const { carrier, set, date, leaked, country, column = {}, keepOthers } = flags;
  const wanted = {
    kind,
    set: carrier ?? set ?? '',
    ...(date === undefined ? {} : { date }),
    ...(leaked === undefined ? {} : { data: wordsOf(leaked) }),
    ...(keepOthers === true ? { keep_others: true } : {}),
  };
  const isJson = command.opts<{ json?: true }>().json === true;
  await run(
    command,
    (client) => sendFile(client, path, wanted, { country, columns: column, isQuiet: isJson, screen: process.stderr }),
    (answer) => printFields(answer, ['was_there', 'position']),
  );
}

function countryOf(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('two letters are allowed, such as US');
}

function columnOf(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, field = '', name = ''] = /^([a-z0-9_]+)=(.+)$/.exec(text) ?? [];
  if (field === '') throw new InvalidArgumentError('field=name is allowed, such as number=MSISDN');
  return { ...before, [field]: name };
}
