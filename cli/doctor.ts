/**
 * `trunkline doctor`: says what is wrong and what to do about it. It asks the gateway that runs; where none runs, it
 * tries everything that the settings name.
 *
 * 1. It exits with 1 when a check failed, else with 0.
 */
import type { Command } from 'commander';
import { request } from 'undici';
import { type Check, fail, ok, warn } from '../src/lib/checks.ts';
import { Client, CommandError } from './client.ts';
import { gatewayCommand } from './command.ts';
import { printJson, printTable } from './print.ts';
import { tokenOf } from './secret.ts';

interface Flags {
  readonly url: string;
  readonly data: string;
  readonly config?: string;
  readonly json?: true;
}

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
  const isUrlGiven = command.getOptionValueSource('url') !== 'default';
  // Read only when needed: it is most of the program.
  const { checkSettings, diagnoseHere, urlOf } = await import('../src/assembly/doctor.ts');
  const env = { ...process.env, TRUNKLINE_DATA: flags.data };
  const { config, checks } = checkSettings(env, flags.config === undefined ? [] : ['--config', flags.config]);
  const url = config && !isUrlGiven ? urlOf(config) : flags.url;
  const data = config?.dataDirectory ?? flags.data;
  const asked = await askGateway(url, data, command);
  if (asked !== null) return [...checks, ...asked];
  const silent = warn('gateway', `none answers at ${url}`, 'start it, or give its address by --url');
  return [...checks, silent, ...(config ? await diagnoseHere(config, process.env.PATH) : [])];
}

/** Null when nobody answers there. */
async function askGateway(url: string, data: string, command: Command): Promise<Check[] | null> {
  const name = 'gateway';
  let date: string | string[] | undefined;
  try {
    const answer = await request(`${url.replace(/\/+$/, '')}/healthz`, {
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: ANSWER_WITHIN_MS,
    });
    await answer.body.dump();
    date = answer.headers.date;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(ECONN|ENOTFOUND|EHOST|ENET|UND_ERR_CONNECT|EAI_)/.test(code)) return null;
    const todo = 'look into its log; for an authority of your own set NODE_EXTRA_CA_CERTS';
    return [fail(name, `what listens at ${url} does not answer (${code || 'unknown'})`, todo)];
  }
  try {
    const { checks } = await new Client({ url, token: await tokenOf(command), data }).get('/diagnosis');
    return [ok(name, `answers at ${url}`), clockCheck(date), ...(checks as Check[])];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [fail(name, error.message, 'see docs/operator.md for where the token comes from')];
  }
}

/** Its clock as it stands in the answer, in whole seconds. */
function clockCheck(date: string | string[] | undefined): Check {
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
