/**
 * Who gets which mask, at random over two nodes: openings, closings, extensions, ends, masks that come and go. What has
 * been given out is written down here and looked at afterwards.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { bringInMasks, type MaskingNode, maskingNode } from '../../../test/support/masking/rig.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createDice, type Dice } from '../../../test/support/random.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import type { Database } from '../../store/database.ts';
import { type Mask, retireMask } from '../../store/masking/masks.ts';
import { findSession, type Session } from '../../store/masking/sessions.ts';

const REST_MS = 3_600_000;
const ROUNDS = 60;
const AT_ONCE = 24;
const ACCOUNTS = ['ACME', 'OTHER'];
const PARTIES = [
  ...['4915112345601', '4915112345602', '4915112345603', '4915112345604', '4915112345605'],
  ...['447400123401', '447400123402', '447400123403', '447400123404'],
  // There is no mask of their country.
  ...['33612345601', '33612345602'],
];
const STEPS_MS = [0, 0, 1_000, 60_000, 600_000, REST_MS, 2 * REST_MS];

/** A session as it was given out; its end moves. */
interface Given {
  readonly session: Session;
  endsAt: number;
}

class Trial {
  readonly given: Given[] = [];
  /** By number: when it was retired. */
  readonly retiredAt = new Map<string, number>();
  none = 0;
  readonly masks: ReadonlyMap<string, Mask>;
  private readonly db: Database;
  private readonly clock: ManualClock;
  private readonly nodes: readonly MaskingNode[];
  private readonly dice: Dice;
  /** In this round. */
  private touched: Given[] = [];

  constructor(db: Database, clock: ManualClock, nodes: readonly MaskingNode[], masks: readonly Mask[], dice: Dice) {
    this.db = db;
    this.clock = clock;
    this.nodes = nodes;
    this.masks = new Map(masks.map((mask) => [mask.number, mask]));
    this.dice = dice;
  }

  async round(): Promise<void> {
    const { dice } = this;
    if (dice.chance(0.05)) await this.retireOne();
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => {
        const open = this.given.filter(({ endsAt }) => endsAt > this.clock.now());
        const chosen = open.length > 0 ? dice.pick(open) : null;
        if (chosen && dice.chance(0.15)) return this.close(chosen);
        return chosen && dice.chance(0.1) ? this.extend(chosen) : this.open();
      }),
    );
    await this.readEnds();
    await this.clock.advance(dice.pick(STEPS_MS));
  }

  /** Of what was changed twice at once, answers come in any order. */
  private async readEnds(): Promise<void> {
    for (const [index, given] of this.touched.entries()) {
      if (this.touched.indexOf(given) === index) continue;
      const session = await findSession(this.db, given.session.id);
      assert.ok(session);
      given.endsAt = session.endsAt;
    }
    this.touched = [];
  }

  private node(): MaskingNode {
    return this.dice.pick(this.nodes);
  }

  private async open(): Promise<void> {
    const number1 = this.dice.pick(PARTIES);
    const number2 = this.dice.pick(PARTIES.filter((each) => each !== number1));
    const opened = await this.node().open({
      accountId: this.dice.pick(ACCOUNTS),
      number1,
      number2,
      country1: parsePhoneNumber(number1)?.country ?? null,
      country2: parsePhoneNumber(number2)?.country ?? null,
      validity: 1 + this.dice.below(600),
      unit: this.dice.pick(['seconds', 'seconds', 'minutes'] as const),
    });
    if (opened.kind === 'opened') this.given.push({ session: opened.session, endsAt: opened.session.endsAt });
    else this.none += 1;
  }

  private async close(given: Given): Promise<void> {
    this.touched.push(given);
    const { accountId, id } = given.session;
    const closed = await this.node().life.close(accountId, id);
    assert.ok(closed);
    given.endsAt = closed.endsAt;
  }

  private async extend(given: Given): Promise<void> {
    this.touched.push(given);
    const { accountId, id } = given.session;
    const extended = await this.node().life.extend(accountId, id, 1 + this.dice.below(300), 'seconds');
    assert.ok(extended);
    given.endsAt = extended.session.endsAt;
  }

  private async retireOne(): Promise<void> {
    const number = this.dice.pick([...this.masks.keys()]);
    if (this.retiredAt.has(number) || this.retiredAt.size > 2) return;
    await retireMask(this.db, number, this.clock.now());
    for (const { pool } of this.nodes) await pool.load();
    this.retiredAt.set(number, this.clock.now());
  }
}

interface Holding {
  readonly leg: string;
  readonly other: string;
  readonly from: number;
  readonly to: number;
}

function holdingsOf(given: readonly Given[]): Map<string, Holding[]> {
  const byLeg = new Map<string, Holding[]>();
  for (const { session, endsAt } of given) {
    const { number1, number2, masked1, masked2, openedAt } = session;
    for (const [party, mask, other] of [
      [number1, masked2, number2],
      [number2, masked1, number1],
    ] as const) {
      const leg = `${party} texts ${mask}`;
      const holdings = byLeg.get(leg) ?? [];
      holdings.push({ leg, other, from: openedAt, to: endsAt });
      byLeg.set(leg, holdings);
    }
  }
  return byLeg;
}

/** One session at a time on a leg, and between two of them rest, unless they are of the same two parties. */
function assertNeverCrossed(given: readonly Given[]): number {
  let reused = 0;
  for (const [leg, holdings] of holdingsOf(given)) {
    holdings.sort((a, b) => a.from - b.from);
    for (const [index, next] of holdings.slice(1).entries()) {
      const before = holdings[index];
      assert.ok(before);
      const freeAt = next.other === before.other ? before.to : before.to + REST_MS;
      assert.ok(next.from >= freeAt, `${leg}: given at ${next.from}, not free before ${freeAt}`);
      reused += 1;
    }
  }
  return reused;
}

function assertRightKind({ given, masks, retiredAt }: Trial): void {
  for (const { session } of given) {
    const { accountId, openedAt, number1, number2, masked1, masked2, code } = session;
    const pairs = [
      [number1, masked1],
      [number2, masked2],
    ] as const;
    let isAbroad = false;
    for (const [number, masked] of pairs) {
      const mask = masks.get(masked);
      assert.ok(mask, `${masked} is a mask`);
      assert.ok(mask.accountId === '' || mask.accountId === accountId, `${masked} is of the pool of ${mask.accountId}`);
      assert.ok(openedAt <= (retiredAt.get(masked) ?? openedAt), `${masked} had been retired`);
      isAbroad ||= mask.country !== parsePhoneNumber(number)?.country;
    }
    assert.equal(code, isAbroad ? 2701 : 2700);
  }
}

async function trialOf(t: TestContext, seed: number): Promise<Trial> {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const masks = await bringInMasks(
    db,
    clock,
    { prefix: '491570000', country: 'DE', count: 7 },
    { prefix: '44740000', country: 'GB', count: 5 },
    { prefix: '44741000', country: 'GB', count: 2, accountId: 'OTHER' },
  );
  const ground = { db, clock, restMs: REST_MS };
  const nodes = [
    await maskingNode(t, { ...ground, owner: { node: 'a', epoch: 1 } }),
    await maskingNode(t, { ...ground, owner: { node: 'b', epoch: 1 } }),
  ];
  return new Trial(db, clock, nodes, masks, createDice(seed));
}

test('two nodes never cross two sessions, whatever is opened, closed, extended or ends', async (t) => {
  const trial = await trialOf(t, 20_261_121);
  for (let round = 0; round < ROUNDS; round += 1) await trial.round();
  const { given, none } = trial;
  const reused = assertNeverCrossed(given);
  assertRightKind(trial);
  t.diagnostic(`${given.length} sessions, ${none} without a mask, ${reused} times a leg was given out again`);
  assert.ok(given.length > 200 && none > 50 && reused > 100, 'all of it happened');
  assert.ok(given.some(({ session }) => session.code === 2701));
});
