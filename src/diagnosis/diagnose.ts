/**
 * The diagnosis of a running gateway: database, clock, disk, carriers, senders, speech.
 */
import type { Carrier } from '../carriers/carrier.ts';
import { CHANNELS } from '../carriers/channels.ts';
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import type { Speech } from '../speech/speech.ts';
import { SQL_STATE, stateOf } from '../store/connection/sql-states.ts';
import { type Queryable, StoreDown } from '../store/database.ts';
import { liveNodes } from '../store/nodes/nodes.ts';
import { checkAddresses, checkCarrier, checkRemarks } from './carriers.ts';
import { checkKept, checkServer, type DatabaseQuestion } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkPeople, type PeopleQuestion } from './people.ts';
import { checkSandboxAccount } from './sandbox.ts';
import { checkSchema } from './schema.ts';
import { checkSenders } from './senders.ts';
import { checkSpeech } from './speech.ts';

export interface GatewayQuestion extends DatabaseQuestion {
  readonly carriers: readonly Carrier[];
  readonly dataDirectory: string;
  /** The gateway's own database lies in the data directory. */
  readonly isDatabaseHere: boolean;
  readonly speech: Pick<Speech, 'describe'>;
  /** How many processes of this gateway do their work; absent: it is one. */
  readonly processes?: (() => Promise<{ readonly running: number; readonly of: number }>) | undefined;
  /** Of the process itself (src/assembly/surroundings.ts). */
  readonly surroundings?: () => Promise<Check[]>;
  /** Absent: nobody asks who is let in. */
  readonly people?: PeopleQuestion;
}

/** Never rejects for what it finds. */
export async function diagnose(question: GatewayQuestion): Promise<Check[]> {
  const { carriers, dataDirectory, isDatabaseHere } = question;
  const isSandboxOff = carriers.some(({ simulated }) => !simulated);
  return [
    ...(await databaseOrWhy(question, isSandboxOff)),
    await checkDisk(dataDirectory, isDatabaseHere),
    ...((await question.surroundings?.()) ?? []),
    ...(question.processes ? [checkProcesses(await question.processes())] : []),
    ...(carriers.length === 0 ? [ok('carriers', 'none')] : await checkCarriers(carriers, question.db)),
    ...carriers.flatMap(checkRemarks),
    ...carriers.flatMap(checkAddresses),
    ...(await sendersOrNothing(question)),
    ...(await peopleOrNothing(question)),
    checkSpeech(question.speech),
  ];
}

export function checkProcesses({ running, of }: { readonly running: number; readonly of: number }): Check {
  const says = `${running} of ${of} do their work`;
  if (running >= of) return ok('processes', says);
  const todo =
    'a start takes some seconds; after that look for "a process of the gateway has died" in the log: it says how it ended';
  return warn('processes', says, todo);
}

async function checkCarriers(carriers: readonly Carrier[], db: Queryable): Promise<Check[]> {
  const nodes = await liveNodes(db).catch(() => []);
  const isUpSomewhere = (carrier: string) => nodes.some(({ uses }) => uses[carrier]?.up === true);
  return carriers.map((carrier) => checkCarrier(carrier, isUpSomewhere(carrier.name)));
}

/** That the store is down has been said. */
async function sendersOrNothing({ db, carriers }: GatewayQuestion): Promise<Check[]> {
  if (!carriers.some(({ channel }) => CHANNELS[channel].sentBy === 'sender')) return [];
  return checkSenders(db).catch((error: unknown) => {
    if (error instanceof StoreDown) return [];
    throw error;
  });
}

/** That the store is down has been said. */
async function peopleOrNothing({ db, people }: GatewayQuestion): Promise<Check[]> {
  if (people === undefined) return [];
  return checkPeople(db, people).then(
    (check) => [check],
    (error: unknown) => {
      if (error instanceof StoreDown) return [];
      throw error;
    },
  );
}

/** `isSandboxOff`: a real carrier is configured. */
export async function databaseOrWhy(question: DatabaseQuestion, isSandboxOff: boolean): Promise<Check[]> {
  const { db } = question;
  try {
    return [
      ...(await checkServer(question)),
      await checkSchema(db),
      ...(await whereThereAreTables(() => checkKept(question))),
      ...(await whereThereAreTables(async () => [await checkSandboxAccount(db, isSandboxOff)])),
    ];
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error;
    return [fail('database', error.message, 'start it, or correct DATABASE_URL; the gateway tries again by itself')];
  }
}

/** Of a schema that is not there, is an older one or is not ours: that has been said. */
const NO_TABLES: readonly string[] = [
  SQL_STATE.undefinedTable,
  SQL_STATE.undefinedColumn,
  SQL_STATE.insufficientPrivilege,
];

async function whereThereAreTables(look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    if (!NO_TABLES.includes(stateOf(error))) throw error;
    return [];
  }
}
