/**
 * `trunkline doctor`: says what is wrong and what to do about it. It asks the gateway that runs; where none runs, it
 * tries everything that the settings name, as where another program has the gateway's address.
 *
 * 1. It exits with 1 when a check failed, else with 0.
 */
import type { Command } from 'commander';
import { request } from 'undici';
import { type Check, fail, ok, warn } from '../src/lib/checks.ts';
import { parseJsonObject } from '../src/lib/json.ts';
import { Client, CommandError, usableUrl } from './client.ts';
import { gatewayCommand } from './command.ts';
import { printJson, printTable } from './print.ts';
import { tokenOf } from './secret.ts';

interface Flags {
  readonly url: string;
  readonly data: string;
  readonly config?: string;
  readonly json?: true;
}

const NAME = 'gateway';
const CLOCKS_MAY_DIFFER_MS = 3_000;
const ANSWER_WITHIN_MS = 5_000;

export function addDoctorCommand(program: Command): void {
  gatewayCommand(program, 'doctor', 'look for what is wrong: settings, database, disk, clock, carriers')
    .option('--config <file>', 'the configuration file; else TRUNKLINE_CONFIG')
    .action(async (flags: Flags, command: Command) => {
      const checks = await examine(flags, command);
      if (flags.json) printJson({ checks });
      else printChecks(checks);
      if (checks.some(({ state }) => state === 'fail')) process.exitCode = 1;
    });
}

async function examine(flags: Flags, command: Command): Promise<Check[]> {
  const isGiven = (option: string) => command.getOptionValueSource(option) !== 'default';
  // Read only when needed: it is most of the program.
  const { checkSettings, diagnoseHere, urlOf } = await import('../src/assembly/doctor.ts');
  // Else it would go before the directory that the settings name.
  const env = isGiven('data') ? { ...process.env, TRUNKLINE_DATA: flags.data } : process.env;
  const { config, checks } = checkSettings(env, flags.config === undefined ? [] : ['--config', flags.config]);
  const url = usableUrl(config && !isGiven('url') ? urlOf(config) : flags.url);
  const data = config?.dataDirectory ?? flags.data;
  const seen = await lookFor(url);
  if (seen.is === 'a gateway') return [...checks, ...(await askGateway({ url, data, date: seen.date }, command))];
  const here = config && seen.is !== 'silent' ? await diagnoseHere(config, process.env.PATH) : [];
  return [...checks, seen.check, ...here];
}

type GatewayDate = string | string[] | undefined;
type Seen =
  | { readonly is: 'a gateway'; readonly date: GatewayDate }
  /** `silent`: what is there does not answer, and may be a gateway. */
  | { readonly is: 'another program' | 'silent' | 'nobody'; readonly check: Check };

async function lookFor(url: string): Promise<Seen> {
  const asked = request(`${url}/healthz`, { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS });
  try {
    const { statusCode, headers, body } = await asked;
    const isGateway = isHealth(await body.text());
    if (isGateway) return { is: 'a gateway', date: headers.date };
    const todo = 'give the address of the gateway by --url, or end the other program';
    const says = `what listens at ${url} is no Trunkline gateway (HTTP ${statusCode})`;
    return { is: 'another program', check: fail(NAME, says, todo) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(ECONN|ENOTFOUND|EHOST|ENET|UND_ERR_CONNECT|EAI_)/.test(code)) {
      const todo = 'start it, or give its address by --url';
      return { is: 'nobody', check: warn(NAME, `none answers at ${url}`, todo) };
    }
    const todo = 'look into its log; for an authority of your own set NODE_EXTRA_CA_CERTS';
    const says = `what listens at ${url} does not answer (${code || 'unknown'})`;
    return { is: 'silent', check: fail(NAME, says, todo) };
  }
}

function isHealth(text: string): boolean {
  return parseJsonObject(Buffer.from(text))?.status === 'ok';
}

interface Found {
  readonly date: GatewayDate;
  readonly url: string;
  readonly data: string;
}

async function askGateway({ url, data, date }: Found, command: Command): Promise<Check[]> {
  try {
    const { checks } = await new Client({ url, token: await tokenOf(command), data }).get('/diagnosis');
    return [ok(NAME, `answers at ${url}`), clockCheck(date), ...(checks as Check[])];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [fail(NAME, error.message, 'see docs/operator.md for where the token comes from')];
  }
}

/** Its clock as it stands in the answer, in whole seconds. */
function clockCheck(date: GatewayDate): Check {
  const name = 'clock of the gateway';
  const told = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(told))
    return warn(name, 'the gateway does not tell the time', 'is there a proxy that removes Date?');
  const apart = Math.abs(told - Date.now());
  if (apart <= CLOCKS_MAY_DIFFER_MS) return ok(name, 'the same as ours');
  const todo = 'run an NTP client (chrony, systemd-timesyncd) on both machines';
  return warn(name, `differs from ours by ${Math.round(apart / 1000)} s`, todo);
}

function printChecks(checks: readonly Check[]): void {
  printTable(
    checks.map(({ name, state, says }) => ({ state, what: name, found: says })),
    ['state', 'what', 'found'],
  );
  const open = checks.filter(({ todo }) => todo !== null);
  if (open.length > 0) process.stdout.write('\nWhat to do:\n');
  for (const { name, todo } of open) process.stdout.write(`  ${name}: ${todo}\n`);
}
