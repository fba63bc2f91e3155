/**
 * Makes the diagnosis that the command line runs where no gateway does: it checks the settings and all that they name.
 *
 * 1. It changes nothing: it starts no database, migrates no schema and makes no secret.
 * 2. Where a gateway runs, the command line asks that one instead (cli/doctor.ts).
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointsOf, remarksOf } from '../carriers/kinds.ts';
import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { type Context, createContext } from '../context.ts';
import { checkRemarks, tryCarrier } from '../diagnosis/carriers.ts';
import { databaseOrWhy } from '../diagnosis/diagnose.ts';
import { checkDisk, inTheWay } from '../diagnosis/disk.ts';
import { checkSpeech } from '../diagnosis/speech.ts';
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import { readMasterKey, type SealingKey } from '../lib/sealed.ts';
import { createSpeech } from '../speech/create-speech.ts';
import { parseAddress } from '../store/connection/address.ts';
import { openDatabase } from '../store/connection/pool.ts';
import { StoreDown } from '../store/database.ts';
import { findBinaries } from '../store/postgres/binaries.ts';
import { checkVersion, clusterVersion } from '../store/postgres/cluster.ts';
import { holderOf, obstacleTo } from '../store/postgres/data-directory.ts';
import { operatorsUrlOf } from './http-servers.ts';
import { type ListenAddress, listenAddresses, whyNotListen } from './listening.ts';
import { certificateChecks } from './surroundings.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface SettingsFound {
  /** Null when they cannot be used. */
  readonly config: Config | null;
  readonly checks: readonly Check[];
}

const OPEN_WITHIN_MS = 4_000;

/** `args`: `--config FILE`, or nothing. */
export function checkSettings(env: Env, args: readonly string[]): SettingsFound {
  const name = 'settings';
  try {
    const config = loadConfig(env, args);
    const from = args[1] ?? env.TRUNKLINE_CONFIG;
    return {
      config,
      checks: [ok(name, from ? `${from} and the environment can be used` : 'defaults and environment')],
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = 'docs/configuration.md says what is allowed';
    return { config: null, checks: error.problems.map((problem) => fail(name, problem, todo)) };
  }
}

/** Where a gateway with these settings would be asked by an operator. */
export function urlOf({ http }: Config): string {
  return operatorsUrlOf(http);
}

/** What can be found out while no gateway runs. `path`: the PATH, where PostgreSQL's programs may be. */
export async function diagnoseHere(config: Config, path: string | undefined): Promise<Check[]> {
  const context = createContext({ logLevel: 'silent' });
  const holder = await checkHolder(config.dataDirectory);
  return [
    ...(holder === null ? [] : [holder]),
    ...(await Promise.all(listenAddresses(config.http).map(checkPort))),
    ...certificateChecks(config.http, context.clock.now()),
    ...(await checkStore(context, config, path)),
    ...(await diskChecks(config)),
    ...(await Promise.all(config.carriers.map((each) => tryCarrier(context.clock, each.name, endpointsOf(each))))),
    ...config.carriers.flatMap((each) => checkRemarks({ name: each.name, remarks: remarksOf(each) })),
    ...(config.carriers.length === 0 ? [ok('carriers', 'simulated ones, since none is configured')] : []),
    await checkVoices(context, config, path),
  ];
}

async function checkVoices(context: Context, { speech: settings }: Config, path: string | undefined): Promise<Check> {
  const speech = createSpeech(context, { settings, path });
  await speech.start();
  try {
    return checkSpeech(speech);
  } finally {
    await speech.stop();
  }
}

async function checkHolder(dataDirectory: string): Promise<Check | null> {
  const pid = await holderOf(dataDirectory).catch(() => undefined);
  if (pid === undefined) return null;
  const todo = 'give its address by --url, or look into its log';
  return fail('gateway', `process ${pid} has the data directory and does not answer where the settings say`, todo);
}

async function checkPort(address: ListenAddress): Promise<Check> {
  const { name, host, port, portVariable, hostVariable } = address;
  const why = await whyNotListen(address);
  if (why === null) return ok(name, `${host}:${port} is free`);
  const todo = `end the other program, or choose another port by ${portVariable} (address by ${hostVariable})`;
  return fail(name, `${host}:${port} cannot be listened on (${why})`, todo);
}

async function checkStore(context: Context, config: Config, path: string | undefined): Promise<Check[]> {
  return config.database.url === null ? ownDatabase(config, path) : theirDatabase(context, config, config.database.url);
}

async function ownDatabase({ dataDirectory, database }: Config, path: string | undefined): Promise<Check[]> {
  const name = 'database: server';
  const cluster = join(dataDirectory, 'postgres');
  try {
    const version = await clusterVersion(cluster);
    const binaries = await findBinaries({
      forced: database.binaries ?? undefined,
      wantedMajor: version ?? undefined,
      linksDir: join(dataDirectory, 'postgres-lib'),
      path: path ?? '',
    });
    if (version !== null) checkVersion(cluster, version, binaries);
    const says = version === null ? 'made at the first start' : `in ${cluster}, looked into when a gateway runs`;
    return [ok(name, `our own, ${says}; programs: ${binaries.version}`), await ownMasterKey(dataDirectory, version)];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const todo =
      code === undefined
        ? 'docs/operate.md, "Another PostgreSQL"; or install PostgreSQL 15 or newer, or give one in DATABASE_URL'
        : 'run this as the user of the gateway, who may look there';
    return [fail(name, message, todo)];
  }
}

async function ownMasterKey(dataDirectory: string, version: number | null): Promise<Check> {
  const name = 'master key';
  const file = join(dataDirectory, 'master-key');
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return ok(name, `in ${file}`);
  if (version === null) return ok(name, 'made at the first start');
  return warn(
    name,
    `${file} is missing, and there is a database`,
    'put it back: a new one opens nothing of what is sealed',
  );
}

async function theirDatabase(context: Context, config: Config, url: string): Promise<Check[]> {
  const name = 'master key';
  const key = config.secrets.masterKey ?? (await keptKey(config));
  if (key === null) {
    return [fail(name, 'TRUNKLINE_MASTER_KEY is not set', 'set it to the same key on every node')];
  }
  try {
    const db = await openDatabase(context, { url, poolSize: 2, openWithinMs: OPEN_WITHIN_MS });
    const isOfSeveral = parseAddress(url).hosts.length > 1;
    const masterKey = config.secrets.otherMasterKey ? { current: key, other: config.secrets.otherMasterKey } : key;
    const { poolSize } = config.database;
    const isSandboxOff = config.carriers.some(({ settings }) => !settings.simulated);
    const question = { context, db, masterKey, isOfSeveral, poolSize };
    return await databaseOrWhy(question, isSandboxOff).finally(() => db.close());
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error;
    return [fail('database', error.message, 'start it, or correct DATABASE_URL')];
  }
}

/** One that was kept in the data directory before. */
async function keptKey({ dataDirectory }: Config): Promise<SealingKey | null> {
  const text = await readFile(join(dataDirectory, 'master-key'), 'utf8').catch(() => '');
  return readMasterKey(text.trim());
}

async function diskChecks({ dataDirectory, database }: Config): Promise<Check[]> {
  const isThere = await stat(dataDirectory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isThere) return [await checkDisk(dataDirectory, database.url === null)];
  const obstacle = await obstacleTo(dataDirectory);
  if (obstacle === null) return [ok('disk', `${dataDirectory} is made at the first start`)];
  return [inTheWay(dataDirectory, obstacle)];
}
