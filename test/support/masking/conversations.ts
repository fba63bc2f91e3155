/**
 * Random conversations through masks, very many at once, held against what the contract says of them (masking-model.ts,
 * written apart from the code): who gets which text from which number, and nobody else.
 *
 * 1. The clock moves between rounds only, in whole seconds, as sessions end: within a round it is clear what is open.
 * 2. Conversations share the masks, and some share a person: what crosses from one to another is seen.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Inbound } from '../../../src/carriers/carrier.ts';
import type { Opened } from '../../../src/engine/masking/open-sessions.ts';
import type { Database } from '../../../src/store/database.ts';
import { addMaskingBlock, liftMaskingBlock } from '../../../src/store/masking/masking-blocks.ts';
import { eventually } from '../cluster/eventually.ts';
import { testAlias } from '../engine/engine.ts';
import { ManualClock } from '../manual-clock.ts';
import { testDatabase } from '../postgres/database.ts';
import { createDice, type Dice } from '../random.ts';
import { MaskingModel, type ModelDelivery, type ModelSession, relayedIn } from './model.ts';
import {
  bringInMasks,
  MASKING_TEXTS,
  type MaskingNode,
  maskingNode,
  relayNode,
  type SentText,
  TextingCarrier,
} from './rig.ts';

const SEED = 20_261_121;
const REST_MS = 86_400_000;
const ACCOUNTS = ['ACME', 'OTHER'];
const VALID_S = [60, 600, 3_600, 86_400];
const STEPS_S = [1, 59, 60, 540, 3_000, 3_600];
const WORDS = ['Hello', 'I am late', 'где вы?', '到了', '😀', 'kommt gleich', '[{€}]', 'É', '"; drop table', '<b>'];
/** Of real time, for what is under way. */
const SENT_WITHIN_MS = 60_000;
/** So many texts wait for their turn at a time. */
const AT_ONCE = 512;

type Text = Extract<Inbound, { type: 'text' }>;

interface Conversation {
  readonly people: readonly string[];
  readonly sessions: ModelSession[];
}

class World {
  readonly model: MaskingModel;
  private readonly conversations: Conversation[] = [];
  private readonly db: Database;
  private readonly clock: ManualClock;
  private readonly dice: Dice;
  private readonly node: MaskingNode;
  private readonly carrier: TextingCarrier;
  private readonly masks: readonly string[];
  private lastRef = 0;
  private lastStranger = 0;

  constructor(options: WorldOptions) {
    this.model = options.model;
    this.db = options.db;
    this.clock = options.clock;
    this.dice = createDice(SEED);
    this.node = options.node;
    this.carrier = options.carrier;
    this.masks = options.masks;
    for (let index = 0; index < options.conversations; index += 1) this.conversations.push(this.newConversation(index));
  }

  async round(): Promise<number> {
    const { dice } = this;
    const texts: Text[] = [];
    const changes: Array<() => Promise<void>> = [];
    for (const conversation of this.conversations) {
      const { sessions } = conversation;
      if (sessions.length === 0 || dice.chance(0.1)) changes.push(() => this.open(conversation));
      else if (dice.chance(0.05)) changes.push(this.manage(dice.pick(sessions)));
      else texts.push(...this.textsIn(conversation));
    }
    await inTurns(changes);
    await this.exchange(texts);
    await this.clock.advance(1_000 * dice.pick(STEPS_S) - (this.clock.now() % 1_000));
    return texts.length;
  }

  private newConversation(index: number): Conversation {
    const { dice, conversations } = this;
    const number = (country: string, side: number) => country + String(index * 2 + side).padStart(7, '0');
    const first = dice.pick(['49151', '4474', '3361']);
    const people = [0, 1].map((side) => number(dice.chance(0.8) ? first : '49152', side));
    // A person who is in another conversation as well.
    const before = conversations.at(-1)?.people[0];
    if (before !== undefined && dice.chance(0.2)) people[1] = before;
    return { people, sessions: [] };
  }

  private async open({ people, sessions }: Conversation): Promise<void> {
    const { dice } = this;
    const [number1 = '', number2 = ''] = people;
    const accountId = dice.pick(ACCOUNTS);
    const validity = dice.pick(VALID_S);
    const openedAt = this.clock.now();
    const opened: Opened = await this.node.open({
      accountId,
      number1,
      number2,
      country1: countryOf(number1),
      country2: countryOf(number2),
      validity,
      unit: 'seconds',
    });
    assert.equal(opened.kind, 'opened');
    if (opened.kind !== 'opened') return;
    const { id, masked1, masked2 } = opened.session;
    const masks = [masked1, masked2] as const;
    const endsAt = openedAt + validity * 1_000;
    sessions.push(this.model.opened({ id, accountId, numbers: [number1, number2], masks, openedAt, endsAt }));
  }

  private manage(session: ModelSession): () => Promise<void> {
    const { dice, model, db, clock, node } = this;
    const now = clock.now();
    const { id, accountId } = session;
    const isOver = session.closedAt !== null || now >= session.endsAt;
    const kind = dice.pick(['close', 'extend', 'block', 'unblock'] as const);
    const by = dice.pick([accountId, '*']);
    const number = dice.pick(session.numbers);
    const validity = dice.pick(VALID_S);
    const block = { accountId: by === '*' ? '' : by, number };
    return async () => {
      if (kind === 'close') {
        await node.life.close(accountId, id);
        if (!isOver) session.closedAt = now;
      } else if (kind === 'extend') {
        const extended = await node.life.extend(accountId, id, validity, 'seconds');
        assert.equal(extended?.kind, isOver ? 'over' : 'extended');
        if (!isOver) session.endsAt = now + validity * 1_000;
      } else if (kind === 'block') {
        model.block(by, number);
        await addMaskingBlock(db, block, now, testAlias);
      } else {
        model.unblock(by, number);
        await liftMaskingBlock(db, block, testAlias);
      }
    };
  }

  private textsIn(conversation: Conversation): Text[] {
    const { dice } = this;
    const session = dice.chance(0.8) ? conversation.sessions.at(-1) : dice.pick(conversation.sessions);
    if (!session) return [];
    const side = dice.below(2);
    const from = session.numbers[side] ?? '';
    const to = session.masks[1 - side] ?? '';
    const roll = dice.next();
    if (roll < 0.08) return [{ type: 'text', from, to, text: dice.pick(['STOP', 'stop', ' Stop ']) }];
    if (roll < 0.16) return [{ type: 'text', from, to, text: dice.pick(['START', 'start']) }];
    if (roll < 0.19) return [{ type: 'text', from, to, text: 'HELP' }];
    if (roll < 0.22) return [{ type: 'text', from: this.stranger(), to, text: 'Who?' }];
    if (roll < 0.25) return [{ type: 'text', from: dice.pick(this.masks), to, text: 'Round and round' }];
    if (roll < 0.28) return [{ type: 'text', from, to: dice.pick(this.masks), text: 'Wrong number?' }];
    if (roll < 0.34) return this.inParts(from, to);
    return Array.from({ length: 1 + dice.below(3) }, () => ({ type: 'text' as const, from, to, text: this.say(3) }));
  }

  /** A long text whose parts come in any order. */
  private inParts(from: string, to: string): Text[] {
    const { dice } = this;
    this.lastRef = (this.lastRef + 1) % 65_536;
    const ref = this.lastRef;
    const total = 2 + dice.below(3);
    const parts = Array.from({ length: total }, (_, index) => {
      return { type: 'text' as const, from, to, text: this.say(4), part: { ref, total, number: index + 1 } };
    });
    return parts.sort(() => dice.next() - 0.5);
  }

  private stranger(): string {
    this.lastStranger += 1;
    return `4917${String(this.lastStranger).padStart(8, '0')}`;
  }

  /** Different each time. */
  private say(words: number): string {
    const said = Array.from({ length: words }, () => this.dice.pick(WORDS)).join(' ');
    return `${said} ${this.dice.below(1_000_000_000)}`;
  }

  /** The carrier hands the texts in; everybody has what the model says, and from whom. */
  private async exchange(texts: readonly Text[]): Promise<void> {
    const { model, carrier, clock } = this;
    carrier.sent.length = 0;
    const expected = wholeTexts(texts).flatMap(({ from, to, text }) => model.text(from, to, text, clock.now()));
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      await carrier.deliver(...texts.slice(at, at + AT_ONCE));
      await this.untilDealtWith();
    }
    // What the store says of a text may be heard here before the node hears that it has committed it, and sends it on.
    const isSent = () => carrier.sent.length >= expected.length;
    await eventually('what is owed has been sent', isSent, SENT_WITHIN_MS).catch(() => {});
    assertSame(carrier.sent, expected);
  }

  private untilDealtWith(): Promise<boolean> {
    return eventually('all texts have been dealt with', async () => {
      const { rows } = await this.db.query<{ count: number }>(
        'select count(*) as count from inbox where due_at is not null',
      );
      if (Number(rows[0]?.count) === 0) return true;
      // No session ends before the next second.
      if (this.clock.now() % 1_000 < 900) await this.clock.advance(1);
      return false;
    });
  }
}

interface WorldOptions {
  readonly model: MaskingModel;
  readonly conversations: number;
  readonly db: Database;
  readonly clock: ManualClock;
  readonly node: MaskingNode;
  readonly carrier: TextingCarrier;
  readonly masks: readonly string[];
}

function countryOf(number: string): string {
  if (number.startsWith('44')) return 'GB';
  return number.startsWith('33') ? 'FR' : 'DE';
}

async function inTurns(changes: ReadonlyArray<() => Promise<void>>): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    await Promise.all(changes.slice(at, at + AT_ONCE).map((change) => change()));
  }
}

/** A text in parts is there with its last part. */
function wholeTexts(texts: readonly Text[]): ReadonlyArray<Pick<Text, 'from' | 'to' | 'text'>> {
  const open = new Map<string, string[]>();
  return texts.flatMap(({ from, to, text, part }) => {
    if (!part) return [{ from, to, text }];
    const key = `${from} ${to} ${part.ref}`;
    const parts = open.get(key) ?? [];
    parts[part.number - 1] = text;
    open.set(key, parts);
    const isWhole = Array.from({ length: part.total }, (_, index) => parts[index]).every((each) => each !== undefined);
    return isWhole ? [{ from, to, text: parts.join('') }] : [];
  });
}

/** For each handset and sender the same texts in the same order. */
function assertSame(sent: readonly SentText[], expected: readonly ModelDelivery[]): void {
  const byWay = (texts: readonly SentText[]) => {
    const ways = new Map<string, string[]>();
    for (const { to, from, text } of texts) {
      const way = `${from} to ${to}`;
      const said = ways.get(way);
      if (said) said.push(text);
      else ways.set(way, [text]);
    }
    return ways;
  };
  const [got, owed] = [byWay(sent), byWay(expected)];
  for (const [way, texts] of owed) assert.deepEqual(got.get(way) ?? [], texts, way);
  for (const [way, texts] of got) assert.ok(owed.has(way), `${way}: ${texts.join(', ')}`);
}

async function worldOf(t: TestContext, conversations: number): Promise<World> {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const masks = await bringInMasks(
    db,
    clock,
    { prefix: '491570000', country: 'DE', count: 400 },
    { prefix: '44740000', country: 'GB', count: 300 },
    { prefix: '33612000', country: 'FR', count: 300 },
  );
  const numbers = masks.map(({ number }) => number);
  const carrier = new TextingCarrier();
  const ground = { db, clock, restMs: REST_MS };
  const node = await maskingNode(t, ground);
  await relayNode(t, { ...ground, carriers: [carrier] });
  const model = new MaskingModel(new Set(numbers), MASKING_TEXTS);
  return new World({ conversations, model, db, clock, node, carrier, masks: numbers });
}

export interface Conversed {
  readonly sessions: number;
  readonly texts: number;
  readonly relayed: number;
}

/** Fails at the first text that goes another way than the model says. */
export async function converse(t: TestContext, conversations: number, rounds: number): Promise<Conversed> {
  const world = await worldOf(t, conversations);
  let texts = 0;
  for (let round = 0; round < rounds; round += 1) texts += await world.round();
  const { sessions } = world.model;
  const relayed = sessions.reduce((sum, session) => sum + relayedIn(session), 0);
  return { sessions: sessions.length, texts, relayed };
}
