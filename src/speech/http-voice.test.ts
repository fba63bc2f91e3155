/** Speech services over HTTP in the shapes that providers have, and what becomes of a call when they fail. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ScriptedVoice } from '../../test/support/sip/scripted-voice.ts';
import { createContext } from '../context.ts';
import { writeWav } from '../lib/wav.ts';
import { createSpeech } from './create-speech.ts';
import { parseHttpVoiceSettings } from './http-settings.ts';
import { HttpVoice } from './http-voice.ts';

const samples = Int16Array.from({ length: 800 }, (_, index) => Math.round(9_000 * Math.sin(index / 3)));
const wav = writeWav({ samples, samplesPerSecond: 8_000 });
const BASE = { body: '{"text":"{text}"}', voices: { 'en-US': 'Jenny', fil: 'Rosa' } };

interface Asked {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function service(t: TestContext, answer: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const each = { url: request.url ?? '', headers: request.headers, body };
      asked.push(each);
      answer(response, each);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function voice(t: TestContext, settings: Record<string, unknown>, clock = new ManualClock()): HttpVoice {
  const context = createContext({ logLevel: 'silent', clock });
  const made = new HttpVoice(context, parseHttpVoiceSettings({ ...BASE, ...settings }));
  t.after(() => made.stop());
  return made;
}

test('a text is encoded for JSON, for XML, for a form and for a URL, and is never itself filled in', async (t) => {
  const { asked, origin } = await service(t, (response) => response.end(wav));
  const text = `"a" <b> & 'c' {secret} \\ é`;
  const places = { url: `${origin}/v1`, secret: 'k"1', headers: { Authorization: 'Bearer {secret}' } };
  await voice(t, { ...places, body: '{"t":"{text}","v":"{voice}"}' }).speak(text, 'en-US');
  assert.deepEqual(JSON.parse(asked[0]?.body ?? ''), { t: text, v: 'Jenny' });
  assert.equal(asked[0]?.headers['content-type'], 'application/json');
  assert.equal(asked[0]?.headers.authorization, 'Bearer k"1');
  await voice(t, { ...places, body: '<speak xml:lang="{language}">{text}</speak>' }).speak(text, 'fil');
  const inXml = '&quot;a&quot; &lt;b&gt; &amp; &apos;c&apos; {secret} \\ é';
  assert.equal(asked[1]?.body, `<speak xml:lang="fil">${inXml}</speak>`);
  await voice(t, { ...places, body: 'k={secret}&t={text}' }).speak(text, 'en-US');
  assert.equal(new URLSearchParams(asked[2]?.body).get('t'), text);
  await voice(t, { ...places, url: `${origin}/say?t={text}`, body: undefined, method: 'GET' }).speak(text, 'en-US');
  assert.equal(new URL(asked[3]?.url ?? '', origin).searchParams.get('t'), text);
});

test('a sound is taken as a WAV file, as plain PCM, and in base64 out of JSON', async (t) => {
  const { origin } = await service(t, (response, { url }) => {
    if (url === '/pcm') response.end(wav.subarray(44));
    else if (url === '/json') response.end(JSON.stringify({ result: { audio: wav.toString('base64') } }));
    else response.end(wav);
  });
  const expected = { samples, samplesPerSecond: 8_000 };
  assert.deepEqual(await voice(t, { url: `${origin}/wav` }).speak('x', 'en-US'), expected);
  const pcm = { url: `${origin}/pcm`, format: 'pcm', samples_per_second: 8_000 };
  assert.deepEqual(await voice(t, pcm).speak('x', 'en-US'), expected);
  const json = { url: `${origin}/json`, audio_at: 'result.audio' };
  assert.deepEqual(await voice(t, json).speak('x', 'en-US'), expected);
});

test('refusals, nonsense, half an answer, too much and silence are failures, and no error repeats the text', async (t) => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/401': (response) => response.writeHead(401).end('no'),
    '/302': (response) => response.writeHead(302, { location: '/wav' }).end(),
    '/html': (response) => response.end('<html>Welcome</html>'),
    '/empty': (response) => response.end(),
    '/half': (response) => {
      response.writeHead(200, { 'content-length': wav.length });
      response.write(wav.subarray(0, 1_000), () => response.destroy());
    },
    '/much': (response) => response.end(Buffer.concat([wav, Buffer.alloc(9 * 1024 * 1024)])),
  };
  const { origin } = await service(t, (response, { url }) => answers[url]?.(response));
  for (const path of Object.keys(answers)) {
    await assert.rejects(
      voice(t, { url: origin + path }).speak('my words', 'en-US'),
      (error: Error) => {
        assert.doesNotMatch(error.message, /my words/);
        return true;
      },
      path,
    );
  }
  const clock = new ManualClock();
  const hanging = voice(t, { url: `${origin}/nothing` }, clock).speak('x', 'en-US');
  const failed = assert.rejects(hanging, /no (answer|connection) in time/);
  await clock.advance(3_000);
  await failed;
});

test('while the service fails the local voice speaks whole messages, and after ten seconds it is asked again', async (t) => {
  let isBroken = false;
  const { asked, origin } = await service(t, (response) => {
    if (isBroken) response.writeHead(503).end();
    else response.end(wav);
  });
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  const cloud = voice(t, { url: `${origin}/v1` }, clock);
  const local = new ScriptedVoice({ name: 'local', languages: ['en-US'] });
  const settings = {
    espeakProgram: null,
    espeakProcesses: 1,
    wordsPerMinute: 130,
    digitPauseMs: 300,
    codePauseMs: 500,
    cacheMegabytes: 1,
    http: null,
  };
  const speech = createSpeech(context, { settings, path: '', engines: [cloud, local] });
  t.after(() => speech.stop());
  await speech.start();
  const said: string[] = [];
  const say = async (text: string) => {
    const told = await speech.prompt({ language: 'en-US', text, code: '918273', encoding: 'PCMU' });
    said.push(told.engine);
  };
  await say('one');
  isBroken = true;
  await say('two');
  const before = asked.length;
  await say('three');
  assert.equal(asked.length, before, 'a service that has just failed is left alone');
  isBroken = false;
  await clock.advance(10_000);
  await say('four');
  assert.deepEqual(said, ['http', 'local', 'local', 'http']);
  assert.ok(
    asked.every(({ body }) => !body.includes('918273')),
    'a code goes to no service',
  );
  assert.equal(speech.resolveLanguage('tl-PH'), 'fil', 'the languages of a service are offered, too');
});

test('settings that cannot work are refused with the name of the setting', () => {
  const wrong = (settings: Record<string, unknown>) => () =>
    parseHttpVoiceSettings({ url: 'https://voices.example/v1', ...BASE, ...settings });
  assert.throws(wrong({ url: 'ftp://voices.example/' }), /^Error: url:/);
  assert.throws(wrong({ url: 'https://{text}.example/' }), /^Error: url:/);
  assert.throws(wrong({ body: 'nothing' }), /^Error: body: \{text\} is needed/);
  assert.throws(wrong({ headers: { key: '{secret}' } }), /^Error: secret: is needed/);
  assert.throws(wrong({ voices: {} }), /voices/);
  assert.throws(wrong({ format: 'mp3' }), /format/);
  assert.throws(wrong({ speed: 3 }), /speed: there is no such setting/);
});
