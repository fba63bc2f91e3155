/** STOP, START and HELP: answered and recorded as ever, and told. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { textOnly } from '../support/gateway/gateway.ts';
import { type InboundBody, type InboundGateway, startInbound, textsOn } from '../support/inbound/rig.ts';

let rig: InboundGateway;

const actions = (bodies: readonly InboundBody[]) =>
  bodies.map(({ user_response: said }) => [said?.mo_message, said?.action, said?.keyword]);

const untilAnswered = (number: string, count: number) =>
  rig.service.until(`${number} has ${count} texts`, async () => {
    const messages = await rig.service.messagesOf(number);
    return messages.length >= count && textsOn(messages);
  });

describe('STOP, START and HELP reach the application', () => {
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  test('each is answered, recorded and told with its action and keyword; a second STOP is told and not answered', async () => {
    const number = '4915112000710';
    for (const text of [' Stop! ', 'STOP', 'start', 'Help', 'Hello']) await rig.service.reply(number, rig.sender, text);
    assert.deepEqual(actions(await rig.told(number, 5)), [
      [' Stop! ', 'stop', 'stop'],
      ['STOP', 'stop', 'stop'],
      ['start', 'start', 'start'],
      ['Help', 'help', 'help'],
      ['Hello', 'generic', ''],
    ]);
    const answers = await untilAnswered(number, 3);
    assert.deepEqual(
      answers.map((text) => text.slice(0, 24)),
      ['You will get no more mar', 'You will get messages fr', 'Reply STOP to get no mor'],
    );
  });

  test('a word of a language is answered in that language', async () => {
    const answers: Readonly<Record<string, RegExp>> = {
      ARRET: /^Vous ne recevrez plus/,
      'arrêt.': /^Vous ne recevrez plus/,
      Stopp: /^Sie erhalten von dieser Nummer keine/,
      BAJA: /^No recibirá más/,
      parar: /^Não receberá mais/,
      Disiscrivi: /^Non riceverà più/,
      UNSUBSCRIBE: /^You will get no more/,
    };
    for (const [index, [word, answer]] of Object.entries(answers).entries()) {
      const number = `491511200072${index}`;
      await rig.service.reply(number, rig.sender, word);
      assert.match((await untilAnswered(number, 1))[0] ?? '', answer, word);
      assert.equal((await rig.told(number, 1))[0]?.user_response?.action, 'stop', word);
      const blocked = await rig.service.send(textOnly(number, { messageType: 'MKT' }));
      await rig.service.untilStatus(blocked, 3046);
    }
  });

  test('all that the rule on opting out names is heard, whatever is around it', async () => {
    const words = [
      'StopAll',
      'END',
      'quit',
      'Cancel!',
      'unsubscribe',
      'REVOKE',
      'opt out',
      'OptOut',
      'OPT-OUT',
      '​STOP✋️',
    ];
    for (const [index, word] of words.entries()) {
      const number = `491511200073${index}`;
      await rig.service.reply(number, rig.sender, word);
      assert.equal((await rig.told(number, 1))[0]?.user_response?.action, 'stop', word);
    }
  });

  test('on RCS the text is told in upper case and once, though RBM tells of it by an event as well', async () => {
    const number = '4915112000740';
    for (const [index, text] of ['stop', 'Hello', 'START'].entries()) {
      await rig.service.reply(number, rig.agent, text);
      await rig.told(number, index + 1);
    }
    const bodies = await rig.told(number, 3);
    assert.deepEqual(
      bodies.map(({ content }) => [content?.text, content?.end_user_action?.action, content?.end_user_action?.keyword]),
      [
        ['stop', 'STOP', 'stop'],
        ['Hello', 'GENERIC', ''],
        ['START', 'START', 'start'],
      ],
    );
    await rig.service.until('the events have been dealt with', async () => {
      const { rows } = await rig.service.gateway.db.query<{ result: string }>(
        "select result from inbox where result in ('opt_in', 'opt_out')",
      );
      return rows.length === 2;
    });
    assert.equal(rig.tries(number).length, 3);
    assert.equal((await rig.service.messagesOf(number)).length, 0, 'the platform answers');
  });

  test("an account's own words and texts go beside and before the gateway's, in their language", async () => {
    await rig.set({
      opt_out_words: { stop: ['Genug'], help: ['WAS'] },
      opt_out_texts: { stopped: 'ACME: no more.' },
      opt_out_languages: { nl: { stop_words: ['NEE'], stopped: 'ACME: niets meer.' }, fr: { help: 'ACME: aide.' } },
    });
    const answers = {
      'genug!': 'ACME: no more.',
      Nee: 'ACME: niets meer.',
      ARRET: 'ACME: no more.',
      aide: 'ACME: aide.',
    };
    for (const [index, [word, answer]] of Object.entries(answers).entries()) {
      const number = `491511200075${index}`;
      await rig.service.reply(number, rig.sender, word);
      assert.deepEqual(await untilAnswered(number, 1), [answer], word);
    }
    await rig.service.reply('4915112000759', rig.sender, 'was?');
    assert.match((await untilAnswered('4915112000759', 1))[0] ?? '', /^Reply STOP/, 'the text of the gateway');
    await rig.set({ opt_out_texts: { stopped: '' }, opt_out_languages: null, opt_out_words: null });
    await rig.service.reply('4915112000760', rig.sender, 'arret');
    assert.equal((await rig.told('4915112000760', 1))[0]?.user_response?.keyword, 'arret');
    await rig.service.reply('4915112000760', rig.sender, 'help');
    assert.equal((await untilAnswered('4915112000760', 1)).length, 1, 'an empty text says nothing, in any language');
  });

  test('what may not be set is refused by name', async () => {
    const refused = async (settings: object) => {
      const answer = await rig.service.operate('PATCH', '/accounts/FFFFFFFF-EEEE-DDDD-1234-AB1234567890', { settings });
      assert.equal(answer.status, 400);
      return (answer.body as { status: { description: string } }).status.description;
    };
    assert.match(await refused({ inbound_url: 'ftp://x' }), /settings\.inbound_url/);
    assert.match(await refused({ inbound_method: 'PUT' }), /settings\.inbound_method: .*POST/);
    assert.match(
      await refused({ opt_out_words: { stop: [''] } }),
      /settings\.opt_out_words\.stop: .*1 to 40 characters/,
    );
    assert.match(await refused({ opt_out_languages: { Dutch: {} } }), /settings\.opt_out_languages\.Dutch/);
    assert.match(await refused({ opt_out_languages: { nl: { words: [] } } }), /opt_out_languages\.nl\.words/);
  });
});
