/**
 * People text each other through their masks while the gateway is killed again and again: every text arrives, in the
 * right place only, and twice at most. Handsets and SMSC lie outside of what is killed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { OutageRig } from '../support/outage.ts';
import { createDice } from '../support/random.ts';

const PAIRS = 6;
const KILLS = 3;
/** Texts of a pair before each kill and after the last: in all, with those that come twice, fewer than a minute's limit. */
const TEXTS = 8;
const dice = createDice(20_261_121);

interface Person {
  readonly number: string;
  /** What it texts to reach the other. */
  readonly texts: string;
}

interface Said {
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

let rig: OutageRig;
const said: Said[] = [];
/** How many each pair may have written by now. */
let allowed = TEXTS;
let isTalking = true;

async function openSession(pair: number): Promise<readonly [Person, Person]> {
  const [first, second] = [`49151123${pair}4100`, `4474001${pair}4100`];
  const body = { phone_number_1: first, phone_number_2: second, validity_period: 24 };
  const answer = await rig.call('POST', '/v1/anonymous/session/sms', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { phone_number_1: one, phone_number_2: two } = answer.body.session_data as Record<
    string,
    { masked_id: string }
  >;
  return [
    { number: first, texts: two?.masked_id ?? '' },
    { number: second, texts: one?.masked_id ?? '' },
  ];
}

/** By turns. */
async function talk(people: readonly [Person, Person]): Promise<void> {
  for (let count = 0; count < TEXTS * (KILLS + 1); count += 1) {
    await eventually('it goes on', () => count < allowed || !isTalking, 120_000);
    const [writer, reader] = count % 2 === 0 ? people : [people[1], people[0]];
    const text = `Text ${count} of ${writer.number.slice(-5)}`;
    await rig.reply(writer.number, writer.texts, text);
    said.push({ from: reader.texts, to: reader.number, text });
    await new Promise((resolve) => setTimeout(resolve, 20 + dice.below(30)));
  }
}

describe('a gateway that is killed while people text each other', () => {
  before(async () => {
    rig = await OutageRig.start();
  });
  after(async () => {
    isTalking = false;
    await rig.stop();
  });

  test('loses none of their texts, and shows none to anybody else', async (t) => {
    const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, pair) => openSession(pair)));
    const talking = pairs.map(talk);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const next = PAIRS * TEXTS * (kill - 1) + dice.below(PAIRS * TEXTS);
      await eventually('they go on', () => said.length > next, 60_000);
      allowed = TEXTS * (kill + 1);
      await rig.kill();
    }
    await Promise.all(talking);
    const got = new Map<string, string[]>();
    const numbers = pairs.flat().map(({ number }) => number);
    await eventually(
      'everything has arrived',
      async () => {
        for (const number of numbers) {
          const messages = await rig.messagesOf(number);
          got.set(
            number,
            messages.map(({ from, text }) => `${from}: ${text}`),
          );
        }
        return said.every(({ to, from, text }) => got.get(to)?.includes(`${from}: ${text}`));
      },
      60_000,
    ).catch((error) => {
      const missing = said.filter(({ to, from, text }) => !got.get(to)?.includes(`${from}: ${text}`));
      throw new Error(`${missing.length} of ${said.length} never came, such as ${missing[0]?.text}`, { cause: error });
    });
    const owed = new Map(numbers.map((number) => [number, new Set<string>()]));
    for (const { to, from, text } of said) owed.get(to)?.add(`${from}: ${text}`);
    let doubles = 0;
    for (const [number, texts] of got) {
      for (const text of new Set(texts)) {
        assert.ok(owed.get(number)?.has(text), `${number} got what was not for it: ${text}`);
        const times = texts.filter((each) => each === text).length;
        assert.ok(times <= 2, `${text} came ${times} times`);
        doubles += times - 1;
      }
    }
    // Of each writer one text at most is with the carrier when the gateway dies.
    assert.ok(doubles <= KILLS * PAIRS * 2, `${doubles} came twice`);
    t.diagnostic(`${said.length} texts, ${doubles} came twice`);
  });
});
