/**
 * People text each other through their masks while the gateway is killed again and again: every text arrives, in the
 * right place only, and once more at most for each kill that it met. Handsets and SMSC lie outside of what is killed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';
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
  readonly at: number;
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
    await eventually('it goes on', () => count < allowed || !isTalking);
    const [writer, reader] = count % 2 === 0 ? people : [people[1], people[0]];
    const text = `Text ${count} of ${writer.number.slice(-5)}`;
    const at = Date.now();
    await rig.reply(writer.number, writer.texts, text);
    said.push({ from: reader.texts, to: reader.number, text, at });
    await new Promise((resolve) => setTimeout(resolve, 20 + dice.below(30)));
  }
}

/** What a handset got, and when, by sender and text. */
async function receivedBy(number: string): Promise<Map<string, number[]>> {
  const got = new Map<string, number[]>();
  for (const { from, text, received_on } of await rig.messagesOf(number)) {
    const name = `${from}: ${text}`;
    got.set(name, [...(got.get(name) ?? []), Date.parse(received_on)]);
  }
  return got;
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
    const numbers = pairs.flat().map(({ number }) => number);
    let got = new Map<string, Map<string, number[]>>();
    const look = async () => {
      got = new Map(await Promise.all(numbers.map(async (number) => [number, await receivedBy(number)] as const)));
    };
    const missing = () => said.filter(({ to, from, text }) => !got.get(to)?.has(`${from}: ${text}`));
    const talking = pairs.map(talk);
    const kills: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const next = PAIRS * TEXTS * (kill - 1) + dice.below(PAIRS * TEXTS);
      const areOn = async () => {
        await look();
        return said.length - missing().length > next;
      };
      await eventually('they go on', areOn);
      allowed = TEXTS * (kill + 1);
      kills.push(Date.now());
      await rig.kill();
    }
    await Promise.all(talking);
    const isAllThere = async () => {
      await look();
      return missing().length === 0;
    };
    await eventually('everything has arrived', isAllThere).catch((error) => {
      const lost = missing();
      throw new Error(`${lost.length} of ${said.length} never came, such as ${lost[0]?.text}`, { cause: error });
    });
    const owed = new Map(numbers.map((number) => [number, new Map<string, Said>()]));
    for (const each of said) owed.get(each.to)?.set(`${each.from}: ${each.text}`, each);
    let doubles = 0;
    for (const [number, texts] of got) {
      for (const [name, times] of texts) {
        const text = owed.get(number)?.get(name);
        assert.ok(text, `${number} got what was not for it: ${name}`);
        const last = Math.max(...times);
        const met = kills.filter((at) => text.at <= at && at <= last).length;
        assert.ok(times.length <= 1 + met, `${name} came ${times.length} times, and met ${met} kills`);
        doubles += times.length - 1;
      }
    }
    t.diagnostic(`${said.length} texts, ${doubles} came once more than they had to`);
  });
});
