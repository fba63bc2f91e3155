/**
 * What the console says of a message, in plain words, for each ending that the sandbox knows: the words are those for what
 * the simulated operators did, and what may be told to the person follows from them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Schema } from '../../console/api/client.ts';
import { storyOf, whatToTell } from '../../console/screens/message/story.ts';
import { storyOf as verificationStory } from '../../console/screens/verification/story.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { STORY_WORDS } from '../../src/sandbox/story-words.ts';
import { cardThenText, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const NO_RCS = 'It was sent by RCS, but the phone is not reached that way. Then it was sent as SMS';
const IN_VAIN = 'So it did not arrive.';
const ARRIVED = /It is on the phone/;
const NUMBER_IS_WRONG = /Ask whether the number is right/;
const OURS = /fault is not with the person/;

type Message = Schema<'OperatorMessage'>;
type Row = readonly [endings: string, story: string, tell: RegExp];

/** Of a card with a text behind it. */
const MESSAGES: readonly Row[] = [
  ['901 912 916 918 919 971 973 981 984', `${NO_RCS}, and arrived.`, ARRIVED],
  ['903 905 906 976 980 982 983 985 986', 'It was sent by RCS, and arrived.', ARRIVED],
  [
    '902 908 910',
    'It was sent by RCS, and no sign came within 60 s that it had arrived. Then it was sent as SMS, and arrived.',
    ARRIVED,
  ],
  [
    '904',
    'It was sent by RCS, and arrived. Then it was sent as SMS, and arrived. So it arrived more than once.',
    ARRIVED,
  ],
  ['907', 'It was sent by RCS, arrived and was read.', /opened on the phone/],
  [
    '909',
    'It was sent by RCS, and no sign came within 60 s that it had arrived; it could not be taken back. Then it was sent as ' +
      'SMS, and arrived. It may have arrived twice.',
    ARRIVED,
  ],
  [
    '920',
    'It was sent by RCS, and no sign came within 60 s that it had arrived. Then it was sent as SMS, and arrived. It may have ' +
      'arrived twice.',
    ARRIVED,
  ],
  ['911', `${NO_RCS}, but the carrier does not deliver to this number. ${IN_VAIN}`, NUMBER_IS_WRONG],
  ['913 979 990', `${NO_RCS}, and the network could not deliver it. ${IN_VAIN}`, /can send again/],
  ['914', `${NO_RCS}, and its time ran out before it could be delivered. ${IN_VAIN}`, /off or without network/],
  ['915', `${NO_RCS}, and the carrier refused it. ${IN_VAIN}`, OURS],
  ['917', `${NO_RCS}; what became of it is not known yet.`, /on its way/],
  ['972', `${NO_RCS}, and nobody knows whether it arrived.`, /Ask whether it arrived/],
  [
    '974',
    'It was sent by RCS, but the phone does not show this kind of message. Then it was sent as SMS, and arrived.',
    ARRIVED,
  ],
  [
    '975',
    'It was sent by RCS, but it is not offered where this number is. Then it was sent as SMS, and arrived.',
    ARRIVED,
  ],
  ['991', `${NO_RCS}, but the network does not know the number. ${IN_VAIN}`, NUMBER_IS_WRONG],
  ['992', `${NO_RCS}, but the phone was off or out of reach. ${IN_VAIN}`, /Once it is on/],
  ['993', `${NO_RCS}, but the phone could not take it: its memory is full, or it was busy. ${IN_VAIN}`, /deleted/],
  ['994', `${NO_RCS}, but the line takes no texts. ${IN_VAIN}`, /takes no texts/],
  ['995', `${NO_RCS}, but the network failed. ${IN_VAIN}`, /can send again/],
  ['996', `${NO_RCS}, but the phone may not get texts where it is. ${IN_VAIN}`, /abroad/],
  ['997', `${NO_RCS}, but the carrier refused its sender. ${IN_VAIN}`, OURS],
  ['998', `${NO_RCS}, but the carrier refused what it holds. ${IN_VAIN}`, OURS],
];

const CALLS: readonly Row[] = [
  ['924 926 927 928 930 931 935 936', 'The phone was called, and somebody answered.', /answered/],
  ['925', 'The phone was called, and who answered hung up.', /hung up/],
  ['921 979', 'The phone was called, and the line was busy.', /can call again/],
  ['922', 'The phone was called, and was declined.', /declined on the phone/],
  ['923 938', 'The phone was called, and nobody answered.', /nobody answered in time/],
  ['929', 'The phone was called, but the number is not in use.', NUMBER_IS_WRONG],
  ['932', 'The phone was called, and was ended before it was answered.', /ended before/],
  ['933', 'The phone was called, and is unwanted there.', /do not want such calls/],
  ['934', 'The phone was called, and the network did not let it through.', OURS],
  ['937', 'The phone was called, and could not be connected.', OURS],
];

/** They cut the connection over which others are under way. */
const ALONE = ['906', '918', '920'];
/** Whether it went out once more before somebody said what had become of it is a matter of moments. */
const MAY_BE_TWICE = ['910', '918'];
const TWICE = ' It may have arrived twice.';
/** Nearly the time after which the text is tried. */
const NEARLY_OVER_MS = 55_000;

let service: TestGateway;
/** `901 card`, `921 call`: the message. */
const told = new Map<string, Message>();

describe('what the console says of each ending of the sandbox', () => {
  before(async () => {
    service = await startGateway();
    const cards = endingsOf(MESSAGES).filter((ending) => !ALONE.includes(ending));
    const sent = [...(await sendAll('card', cards)), ...(await sendAll('call', endingsOf(CALLS)))];
    await service.advance(NEARLY_OVER_MS);
    await keepAll(sent);
    for (const ending of ALONE) {
      const [alone] = await sendAll('card', [ending]);
      await service.advance(NEARLY_OVER_MS);
      await keepAll(alone ? [alone] : []);
    }
  });
  after(() => service.stop());

  test('a verification whose ways all fail says of each why', async () => {
    const asked = await service.call('POST', '/verification', {
      recipient: { phone_number: '4915117001979' },
      verification_policy: [{ method: 'rcs' }, { method: 'sms' }, { method: 'voice' }],
    });
    const { reference_id: reference } = asked.body as JsonObject;
    const shown = await service.until('it is over', async () => {
      const { body } = await service.operate('GET', `/verifications/${reference}`);
      const verification = body as Schema<'OperatorVerificationShown'>;
      return verification.final_on !== null && verification;
    });
    assert.equal(
      verificationStory(shown, () => 'T').replaceAll(' at T', ''),
      'The code was sent by RCS, which came to nothing: Channel is not supported for this recipient. Then the code was sent ' +
        'as SMS, which came to nothing: Delivery error. Then the code was sent by a call, which came to nothing: Temporary ' +
        'phone error. No right code came back, and it ended.',
    );
  });

  test('each ending that says what becomes of messages and calls has its row', () => {
    const expected = (about: readonly string[]) =>
      STORY_WORDS.filter((each) => about.includes(each.about)).map(({ ending }) => ending);
    assert.deepEqual(endingsOf(MESSAGES).sort(), expected(['messages', 'people', 'everything']));
    assert.deepEqual(endingsOf(CALLS).sort(), expected(['telephones', 'everything']));
  });

  for (const [what, rows] of [
    ['card', MESSAGES],
    ['call', CALLS],
  ] as const) {
    for (const [endings, story, tell] of rows) {
      test(`${what} to ${endings}: ${story}`, () => {
        for (const ending of endings.split(' ')) {
          const message = told.get(`${ending} ${what}`);
          assert.ok(message);
          const said = withoutTimes(message);
          assert.equal(MAY_BE_TWICE.includes(ending) ? said.replace(TWICE, '') : said, story, ending);
          assert.match(
            whatToTell(message, () => ''),
            tell,
            ending,
          );
        }
      });
    }
  }
});

type Sent = readonly [name: string, reference: string];

async function sendAll(what: 'card' | 'call', endings: readonly string[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const ending of endings) {
    const number = numberOf(ending);
    sent.push([`${ending} ${what}`, what === 'card' ? await sendCard(number) : await call(number)]);
  }
  return sent;
}

function sendCard(number: string): Promise<string> {
  return service.send(cardThenText(number, { fallbackTime: 60 }));
}

async function call(number: string): Promise<string> {
  const { body } = await service.call('POST', '/v1/verify/call', { phone_number: number, verify_code: '123' });
  return String((body as JsonObject).reference_id);
}

/** As they are when they are over. */
async function keepAll(sent: readonly Sent[]): Promise<void> {
  for (const [name, reference] of sent) {
    const message = await service.until(`${name} is over`, async () => {
      const shown = (await service.operate('GET', `/messages/${reference}`)).body as Message;
      return isOver(name.slice(0, 3), shown) && shown;
    });
    told.set(name, message);
  }
}

/** Of 917 no receipt ever comes; that of the card to 904 comes after the text has arrived. */
function isOver(ending: string, { final_on: finalOn, attempts }: Message): boolean {
  if (ending === '917') return true;
  const isDone = attempts.every(({ state, status }) => state === 'done' && (ending !== '904' || status.code === 3000));
  return finalOn !== null && isDone;
}

function endingsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(([endings]) => endings.split(' '));
}

function numberOf(ending: string): string {
  return `4915117000${ending}`;
}

/** Every time is said as the same word, which is left out. */
function withoutTimes(message: Message): string {
  const story = storyOf({ ...message, callbacks: [] }, { say: () => 'T', namesCarriers: false });
  return story.replaceAll(' at T', '');
}
