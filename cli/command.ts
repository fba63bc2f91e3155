/**
 * What all commands share: the options for the address, the token and JSON, and lists that are read page by page.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Client, type GatewayAnswer, type Query } from './client.ts';
import { printJson, printTable, type Row } from './print.ts';
import { tokenFrom } from './secret.ts';

/** `http.operators` of trunkline.defaults.yaml. */
export const DEFAULT_URL = 'http://127.0.0.1:8090';

interface Common {
  readonly url: string;
  readonly token?: string;
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
        '--token <token>',
        'the token of an operator, @FILE or - for standard input; else the file operator-token of --data',
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
  const answer = await ask(clientOf(command));
  if (command.opts<Common>().json) printJson(answer);
  else show(answer);
}

/** The gateway that the options of a command lead to. */
export function clientOf(command: Command): Client {
  const { url, token, data } = command.opts<Common>();
  return new Client({ url, token: tokenFrom(token), data });
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
  return run(
    command,
    (client) => firstPage(client, listing, query),
    (answer) => {
      printTable(answer[name] as readonly Row[], columns);
      if (typeof answer.next === 'string') process.stderr.write(`There is more: --after ${answer.next}\n`);
    },
  );
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
