/** Settings that are read again 500 times under load, each time with other carriers: nothing is lost, and nothing doubled. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { SmscSimulator } from '../../src/carriers/smpp/simulator/simulator.ts';
import { type Context, createContext } from '../../src/context.ts';
import { createLog } from '../../src/lib/log.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { createDice } from '../support/random.ts';

const RELOADS = 500;
const MESSAGES = 2 * RELOADS;
const SEED = 20_261_126;

/** Where both names of an SMSC stand in two of them, one of its carriers makes way for the other. */
const SETS = [['north-1', 'south-1'], ['south-1', 'north-2'], ['north-1'], ['south-1'], ['north-2', 'south-2']];

type Configured = Readonly<Record<string, unknown>> & { readonly name: string };

describe('reloads under load', () => {
  let service: TestGateway;
  let folder: string;
  let file: string;
  let smscs: SmscSimulator[];
  const lines: string[] = [];
  /** How often each number got a text. */
  const arrived = new Map<string, number>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-reloads-'));
    file = join(folder, 'trunkline.yaml');
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const context: Context = createContext({ logLevel: 'silent', log: createLog('silent') });
    smscs = ['north', 'south'].map(
      (systemId) =>
        new SmscSimulator(context, {
          host: '127.0.0.1',
          port: 0,
          systemId,
          password: 'secret',
          // A second bind, were it for a moment, would be refused.
          limits: { mostBinds: 1, silentMs: 60_000 },
          handsets: {
            storyOf: () => ({ kind: 'receipt', state: 'DELIVRD' }),
            receive: (number) => void arrived.set(number, (arrived.get(number) ?? 0) + 1),
          },
        }),
    );
    for (const smsc of smscs) await smsc.start();
    await write(carriersOf(['north-1', 'south-1'], 10));
    service = await startGateway({ TRUNKLINE_CONFIG: file }, { log });
  });

  after(async () => {
    await service.stop();
    for (const smsc of smscs) await smsc.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (carriers: readonly Configured[]) =>
    writeFile(file, stringify({ limits: { per_number_per_minute: 0, texts_per_day: 0 }, carriers }));

  /** Carriers of these names: which SMSC, then which of several that would be in each other's way there. */
  function carriersOf(names: readonly string[], window: number): Configured[] {
    return names.map((name) => {
      const smsc = smscs[name.startsWith('north') ? 0 : 1];
      return { ...smsc?.settings(), name, kind: 'smpp', window };
    });
  }

  test(`${RELOADS} times carriers come, go and change, and every message arrives once`, async () => {
    const dice = createDice(SEED);
    let before = carriersOf(['north-1', 'south-1'], 10);
    const sent: Array<Promise<string>> = [];
    for (let n = 0; n < RELOADS; n += 1) {
      const names = dice.pick(SETS);
      const now = carriersOf(names, dice.pick([5, 10]));
      await write(now);
      for (const message of [2 * n, 2 * n + 1]) sent.push(service.send(textOnly(`49151${10_000_000 + message}`)));
      const { status, body } = await service.operate('POST', '/reload');
      assert.equal(status, 200, JSON.stringify(body));
      const { changed, needs_restart: left } = body as { changed: string[]; needs_restart: string[] };
      assert.deepEqual([new Set(changed), left], [expected(before, now), []], `reload ${n}`);
      before = now;
      await service.advance(25);
    }
    const references = await service.through('all are taken', Promise.all(sent));
    assert.equal(new Set(references).size, MESSAGES);
    const counts = () =>
      service.gateway.db.query<{ status: number; count: number; doubles: number }>(
        `select status, count(*)::int as count, sum(possible_doubles)::int as doubles from messages group by status`,
      );
    await service
      .until('all are delivered', async () => {
        const { rows } = await counts();
        return rows.length === 1 && rows[0]?.count === MESSAGES && rows[0]?.status === 3000;
      })
      .catch(async (error) => {
        throw new Error(`${String(error)}: ${JSON.stringify((await counts()).rows)}`);
      });
    assert.deepEqual(
      [...arrived.values()].filter((times) => times !== 1),
      [],
    );
    assert.equal(arrived.size, MESSAGES);
    assert.equal((await counts()).rows[0]?.doubles, 0);
    assert.deepEqual(
      lines.filter((line) => /bind refused|refuses system_id|properly|could not be/.test(line)),
      [],
    );
    assert.ok(lines.filter((line) => line.includes('the carrier is gone')).length > RELOADS / 4);
  });
});

/** Which settings a reload names. */
function expected(before: readonly Configured[], now: readonly Configured[]): ReadonlySet<string> {
  const all = new Map([...before, ...now].map(({ name }) => [name, `carriers.${name}`]));
  const of = (list: readonly Configured[], name: string) => JSON.stringify(list.find((each) => each.name === name));
  const different = [...all].filter(([name]) => of(before, name) !== of(now, name)).map(([, told]) => told);
  if (different.length > 0) return new Set(different);
  return new Set(JSON.stringify(before) === JSON.stringify(now) ? [] : ['carriers']);
}
