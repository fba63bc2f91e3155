/**
 * The commands on the audit log: listed, exported, and verified, by a gateway or from an exported file without one.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Command, InvalidArgumentError } from 'commander';
import {
  ChainCheck,
  type ChainProblem,
  type ChainReport,
  entryOfLine,
  type Link,
  MOST_PROBLEMS,
  NO_LINK,
} from '../src/lib/audit-chain.ts';
import { type Client, CommandError, type GatewayAnswer, type Query } from './client.ts';
import { clientOf, gatewayCommand, list, type Page, pathOf, run, withPages } from './command.ts';
import { printFields, printHeading, printJson } from './print.ts';

interface FilterFlags {
  readonly actor?: string;
  readonly account?: string;
  readonly action?: string;
  readonly names?: string;
  readonly from?: string;
  readonly to?: string;
}

interface VerifyFlags {
  readonly file?: string;
  readonly end?: Link;
  readonly json?: true;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('what operators and users did and saw in full');

  withFilters(withPages(gatewayCommand(audit, 'list', 'entries, newest first'))).action(
    ({ limit, after, ...flags }: FilterFlags & Page, command: Command) =>
      list(command, { path: '/audit', name: 'entries' }, { ...filterOf(flags), limit, after }, COLUMNS),
  );

  gatewayCommand(audit, 'show <seq>', 'an entry by its place, and how it ended').action(
    (seq: string, _: unknown, command: Command) =>
      run(command, (client) => client.get(pathOf('audit', seq)), printEntry),
  );

  withFilters(
    gatewayCommand(
      audit,
      'export',
      'the log on standard output, an entry a line; filtered it cannot be verified as a whole',
    ),
  ).action(async (flags: FilterFlags, command: Command) => {
    const piece = (text: string) => void process.stdout.write(text);
    const query = { format: 'lines', ...filterOf(flags) };
    await (await clientOf(command)).stream('/audit', query, { signal: new AbortController().signal, piece });
  });

  gatewayCommand(audit, 'verify', 'whether the log is whole; exits with 1 when it is not')
    .option('--file <file>', 'an exported log, for which no gateway is needed')
    .option(
      '--end <place:hash>',
      'an end that an earlier verification said: a file has to end there, the log of a gateway has to hold it',
      endOf,
    )
    .action(async (flags: VerifyFlags, command: Command) => {
      const report =
        flags.file === undefined
          ? await asked(command, flags.end ?? null)
          : await verifyFile(flags.file, flags.end ?? null);
      if (flags.json) printJson({ ok: report.problems.length === 0, ...report });
      else printReport(report);
      if (report.problems.length > 0) process.exitCode = 1;
    });
}

function withFilters(command: Command): Command {
  return command
    .option('--actor <name>', 'only of this one: root, the name of an operator, or user:NAME')
    .option('--account <id>', 'only about this account')
    .option('--action <action>', 'only this, in full: "POST /accounts/:id/suspend", "sign in"')
    .option('--names <text>', 'only what names this in some field, in full: a user, a reference, an address')
    .option('--from <time>', 'from this time on')
    .option('--to <time>', 'before this time');
}

function filterOf({ actor, account, action, names, from, to }: FilterFlags): Query {
  return { actor, account, action, names, from, to };
}

function printEntry({ entry, end }: GatewayAnswer): void {
  printFields(entry as GatewayAnswer);
  if (end === null) return;
  printHeading('how it ended');
  printFields(end as GatewayAnswer);
}

interface VerifyStep extends ChainReport {
  readonly begin: number;
  readonly end: number;
  readonly next: string | null;
}

/** In steps: no answer takes long, however long the log. */
async function asked(command: Command, kept: Link | null): Promise<ChainReport> {
  const client = await clientOf(command);
  const problems: ChainProblem[] = [];
  const { stderr } = process;
  let entries = 0;
  let after: string | undefined;
  for (;;) {
    const step = (await client.get('/audit/verify', { entries: IN_A_STEP, after })) as unknown as VerifyStep;
    entries += step.entries;
    problems.push(...step.problems.slice(0, MOST_PROBLEMS - problems.length));
    if (step.next === null) {
      if (stderr.isTTY && after !== undefined) stderr.write('\r\u001b[K');
      if (kept !== null) problems.push(...(await compared(client, kept)));
      return { entries, last: step.last, problems };
    }
    after = step.next;
    if (stderr.isTTY) stderr.write(`\rentry ${step.last.seq} of ${step.end}\u001b[K`);
  }
}

const IN_A_STEP = 20_000;

/** An end that was kept is an entry of the log for as long as it is not let go. */
async function compared(client: Client, { seq, hash }: Link): Promise<ChainProblem[]> {
  try {
    const { entry } = await client.get(pathOf('audit', String(seq)));
    const isSame = (entry as { hash?: unknown }).hash === hash;
    return isSame ? [] : [{ seq, text: 'is not the end that was kept: this is another log' }];
  } catch (error) {
    if (!(error instanceof CommandError) || error.status !== 404) throw error;
    return [{ seq, text: 'the end that was kept is not there: it was let go, or this is another log' }];
  }
}

/** A file that begins with the first entry begins with nothing before it. */
async function verifyFile(file: string, end: Link | null): Promise<ChainReport> {
  let check: ChainCheck | null = null;
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      if (text === '') continue;
      const entry = entryOfLine(text);
      check ??= new ChainCheck(entry?.seq === 1 ? NO_LINK : null);
      if (entry) check.add(entry);
      else check.say(check.place.seq + 1, `line ${line} is no entry of an exported log`);
    }
  } catch (error) {
    throw new CommandError(`--file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  }
  return (check ?? new ChainCheck(null)).end(end);
}

function printReport({ entries, last, problems }: ChainReport): void {
  if (problems.length === 0) {
    process.stdout.write(`The log is whole: ${entries} entries.\n`);
    if (entries > 0) process.stdout.write(`Its end, to be kept elsewhere: ${last.seq}:${last.hash}\n`);
    return;
  }
  for (const { seq, text } of problems) process.stdout.write(`entry ${seq}: ${text}\n`);
}

function endOf(text: string): Link {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('a place and a hash are allowed, such as 7: and 64 hexadecimal digits');
  return { seq: Number(seq), hash };
}

const COLUMNS = ['seq', 'at', 'actor', 'action', 'account', 'target', 'status', 'of', 'address'];
