/**
 * What all commands share: the options for the address, the token and JSON, and lists that are read page by page.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Client, CommandError, type GatewayAnswer, type Query } from './client.ts';
import { isTerminal, printJson, printTable, type Row } from './print.ts';
import { tokenOf } from './secret.ts';

/** `http.operators` of trunkline.defaults.yaml. */
export const DEFAULT_URL = 'http://127.0.0.1:8090';

interface Common {
  readonly url: string;
  readonly data: string;
  readonly json?: true;
}

/** A command that asks a gateway for something. */
export function gatewayCommand(group: Command, usage: string, description: string): Command {
  return group
    .command(usage)
    .description(description)
    .addOption(
      new Option('--url <url>', 'where the gateway has its operators').env('TRUNKLINE_URL').default(DEFAULT_URL),
    )
    .addOption(
      new Option(
        '--token <file>',
        'the token of an operator: @FILE or - for standard input; else the file operator-token of --data',
      ).env('TRUNKLINE_OPERATOR_TOKEN'),
    )
    .addOption(
      new Option('--data <folder>', 'the data directory of the gateway').env('TRUNKLINE_DATA').default('./data'),
    )
    .option('--json', 'print the answer of the gateway as JSON');
}

/** Asks, and prints the answer: as JSON where that is wanted, else by `show`. */
export async function run(
  command: Command,
  ask: (client: Client) => Promise<GatewayAnswer>,
  show: (answer: GatewayAnswer) => void,
): Promise<void> {
  const answer = await ask(await clientOf(command));
  if (command.opts<Common>().json) printJson(answer);
  else show(answer);
}

/** The gateway that the options of a command lead to. */
export async function clientOf(command: Command): Promise<Client> {
  const { url, data } = command.opts<Common>();
  return new Client({ url, token: await tokenOf(command), data });
}

export interface Page {
  readonly limit?: number;
  readonly after?: string;
}

export function withPages(command: Command): Command {
  return command
    .option('--limit <number>', 'how many, 1 to 500', limitOf)
    .option('--after <next>', 'go on where the page before ended');
}

export function withFull(command: Command, what = 'phone numbers'): Command {
  return command.option('--full', `show ${what} in full`);
}

/** What a list is: where it is asked for, and under which name it stands in the answer. */
export interface Listing {
  readonly path: string;
  readonly name: string;
}

/** One page as a table. A page may be empty and go on (docs/records.md): then the first that is not is shown. */
export function list(command: Command, listing: Listing, query: Query, columns: readonly string[]): Promise<void> {
  const { name } = listing;
  const isNaming = isTerminal() && columns.includes(ID_COLUMN) && !command.opts<Common>().json;
  let names: Names = new Map();
  return run(
    command,
    async (client) => {
      const answer = await firstPage(client, listing, query);
      const rows = answer[name] as readonly Row[];
      if (rows.length === 0 && typeof query[ID_COLUMN] === 'string') await refuseUnknown(client, query[ID_COLUMN]);
      if (isNaming) names = await namesOf(client, rows);
      return answer;
    },
    (answer) => {
      const rows = (answer[name] as readonly Row[]).map((row) => ({ ...row, account: names.get(row[ID_COLUMN]) }));
      printTable(
        rows,
        names.size === 0 ? columns : columns.flatMap((each) => (each === ID_COLUMN ? [each, 'account'] : each)),
      );
      if (typeof answer.next === 'string') process.stderr.write(`There is more: --after ${answer.next}\n`);
    },
  );
}

const ID_COLUMN = 'customer_id';
/** Of one list, so that it is not waited for long. */
const MOST_NAMES = 25;

type Names = ReadonlyMap<unknown, unknown>;

/** An empty list would say that an account which there is not has nothing. Who may not see accounts is not told. */
async function refuseUnknown(client: Client, id: string): Promise<void> {
  await client.get(pathOf('accounts', id)).catch((error: unknown) => {
    if (error instanceof CommandError && error.status === 404) throw error;
  });
}

/** Of the accounts in a list, for people. Those that cannot be seen have none. */
async function namesOf(client: Client, rows: readonly Row[]): Promise<Names> {
  const ids = [...new Set(rows.map((row) => row[ID_COLUMN]))].filter((id) => typeof id === 'string' && id !== '');
  const named = ids.slice(0, MOST_NAMES).map(async (id) => {
    const account = await client.get(pathOf('accounts', String(id))).catch(() => null);
    return [id, account?.name] as const;
  });
  return new Map((await Promise.all(named)).filter(([, name]) => name !== undefined));
}

/** So that a search for what is not there ends. */
const MOST_PAGES = 1_000;

async function firstPage(client: Client, { path, name }: Listing, query: Query): Promise<GatewayAnswer> {
  let answer = await client.get(path, query);
  for (let pages = 1; pages < MOST_PAGES; pages += 1) {
    if (typeof answer.next !== 'string' || (answer[name] as readonly Row[]).length > 0) return answer;
    answer = await client.get(path, { ...query, after: answer.next });
  }
  return answer;
}

export function pathOf(...steps: readonly string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step)}`).join('');
}

/** `a,b` as a list; an empty text is an empty list. */
export function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** For an option that may be given several times. */
export function several(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function limitOf(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 500) throw new InvalidArgumentError('a whole number from 1 to 500 is allowed');
  return limit;
}
