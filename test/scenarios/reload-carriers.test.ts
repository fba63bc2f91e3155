/** Carriers of every kind whose settings change while the gateway runs. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import type { Gateway } from '../../src/assembly/gateway.ts';
import { createContext } from '../../src/context.ts';
import { createLog } from '../../src/lib/log.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { verificationRig } from '../support/gateway/verifications.ts';

/** Of each kind of carrier, for a reload to change. */
const OTHER = { smpp: { window: 7 }, rbm: { max_in_flight: 7 }, sip: { call: { ring_for_s: 7 } } };

/** Carriers come after it. */
function hasSpeech(gateway: Gateway): boolean {
  try {
    return gateway.speech !== null;
  } catch {
    return false;
  }
}

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Plan {
  readonly stoppers: readonly Readonly<Record<string, unknown>>[];
  readonly channels: readonly {
    readonly channel: string;
    readonly carriers: readonly { readonly carrier: string }[];
  }[];
}

describe('carriers of a gateway whose settings are read again', () => {
  let service: TestGateway;
  let operators: Sandbox;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-reload-'));
    const context = createContext({ logLevel: 'silent', log: createLog('silent') });
    operators = createSandbox(context, { host: '127.0.0.1', smppPort: 0, rbmPort: 0, sipPort: 0 });
    await operators.start();
    await write(configured());
    service = await startGateway({ TRUNKLINE_CONFIG: join(folder, 'trunkline.yaml') });
    operators.rcs.postEventsTo(`${service.url}/carriers/rcs/webhook`);
  });

  after(async () => {
    await service.stop();
    await operators.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const configured = (more: Partial<typeof OTHER> = {}) =>
    operators.operators.map(({ channel, kind, settings }) => ({ ...settings(), ...more[kind], name: channel, kind }));
  const write = (carriers: readonly object[]) => writeFile(join(folder, 'trunkline.yaml'), stringify({ carriers }));

  async function reload(carriers: readonly object[]): Promise<unknown> {
    await write(carriers);
    const { status, body } = await service.operate('POST', '/reload');
    assert.equal(status, 200, JSON.stringify(body));
    const { changed, needs_restart: left } = body as { changed: string[]; needs_restart: string[] };
    return { changed: changed.sort(), left };
  }

  const listed = async () => ((await service.operate('GET', '/carriers')).body as { carriers: Listed[] }).carriers;
  const untilUp = (count: number) =>
    service.until('the carriers are up', async () => {
      const states = (await listed()).map(({ state }) => state);
      return states.length === count && states.every((state) => state === 'up');
    });

  test('a text, a card and a call go out by the new ones', async () => {
    await untilUp(3);
    const taken = await reload(configured(OTHER));
    assert.deepEqual(taken, { changed: ['carriers.rcs', 'carriers.sms', 'carriers.voice'], left: [] });
    await untilUp(3);
    const details = Object.fromEntries((await listed()).map((each) => [each.name, each.details]));
    assert.deepEqual([details.sms?.window, details.rcs?.max_in_flight], [7, 7]);
    const { begin, untilStates } = verificationRig(service);
    const number = '4915112345051';
    const [text, card] = [await service.send(textOnly(number)), await service.send(cardThenText(number))];
    const call = await begin(number, ['voice']);
    await service.untilStatus(text, 3000);
    await service.untilStatus(card, 3000);
    await untilStates(call, 'ONGOING voice:ONGOING:3000');
  });

  test('one that goes is listed as draining, takes no orders, and another channel takes its messages', async () => {
    const left = configured(OTHER).filter(({ kind }) => kind !== 'rbm');
    assert.deepEqual(await reload(left), { changed: ['carriers.rcs'], left: [] });
    assert.deepEqual(
      (await listed()).map(({ name, state }) => [name, state]),
      [
        ['sms', 'up'],
        ['voice', 'up'],
        ['rcs', 'draining'],
      ],
    );
    assert.equal((await service.operate('POST', '/carriers/rcs/resume')).status, 404);
    const asked = await service.call('POST', '/v1/omnichannel', { ...cardThenText('4915112345053'), dry_run: true });
    const { stoppers, channels } = (asked.body as { plan: Plan }).plan;
    assert.deepEqual(
      channels.map(({ channel, carriers }) => [channel, carriers.map(({ carrier }) => carrier)]),
      [
        ['rcs', []],
        ['sms', ['sms']],
      ],
      'no plan names one that goes',
    );
    assert.deepEqual(
      stoppers.map(({ effect, channel, rule }) => [effect, channel, rule]),
      [['skips_channel', 'rcs', 'route']],
    );
    const card = await service.send(cardThenText('4915112345052'));
    await service.untilStatus(card, 3000);
  });

  test('simulated ones are not replaced by real ones', async () => {
    const real = configured(OTHER).map((each) => ({ ...each, simulated: false }));
    const { changed, left } = (await reload(real)) as { changed: string[]; left: string[] };
    assert.deepEqual([changed, left.sort()], [[], ['carriers.rcs', 'carriers.sms', 'carriers.voice']]);
  });

  test('settings that are read while it starts are those that it runs with', async () => {
    const before = service.gateway;
    const restarted = service.restart();
    await service.until('its carriers are made', async () => service.gateway !== before && hasSpeech(service.gateway));
    await write(configured(OTHER));
    const { kind } = await service.gateway.reload();
    assert.throws(() => service.gateway.url, 'it has not started yet');
    await restarted;
    assert.equal(kind, 'taken');
    await untilUp(3);
    await service.until('the new ones are here', async () => {
      const details = Object.fromEntries((await listed()).map((each) => [each.name, each.details]));
      return details.sms?.window === 7 && details.rcs?.max_in_flight === 7;
    });
  });
});
