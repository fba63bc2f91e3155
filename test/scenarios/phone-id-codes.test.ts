/** Every code that an add-on can end in, reached over HTTP, with its text; an error has nothing but its status. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADD_ON_CODES } from '../../src/engine/look-ups/codes.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { ADD_ONS } from '../../src/sources/source.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { httpRig } from '../support/gateway/http.ts';

const AT = Date.UTC(2026, 10, 21, 12);
const CONSENT = { method: 'web form', timestamp: '2026-01-05T10:00:00Z' };

interface Case {
  readonly code: number;
  readonly addOn: string;
  readonly fields?: object;
  readonly ending?: string;
  readonly overall?: number;
  readonly more?: object;
  readonly text: string;
}

const CASES: readonly Case[] = [
  { code: 2800, addOn: 'sim_swap', text: 'Request successfully completed.' },
  { code: 2801, addOn: 'sim_card_swap', text: 'Invalid request add-ons parameter: sim_card_swap.' },
  { code: 2802, addOn: 'sim_swap', ending: '942', overall: 301, text: 'sim_swap add-on is temporarily unavailable.' },
  {
    code: 2803,
    addOn: 'sim_swap',
    ending: '943',
    text: 'Phone number is outside the coverage of the sim_swap add-on.',
  },
  { code: 2804, addOn: 'sim_swap', ending: '944', text: 'Phone number is not applicable in the sim_swap add-on.' },
  {
    code: 2805,
    addOn: 'sim_swap',
    ending: '945',
    text: 'No information from the sim_swap add-on for the phone number.',
  },
  { code: 2806, addOn: 'age_verify', text: 'age_verify add-on is not enabled.' },
  {
    code: 2807,
    addOn: 'number_deactivation',
    fields: { last_verified: 'yesterday' },
    text: 'Some submitted parameters are not valid: last_verified.',
  },
  {
    code: 2808,
    addOn: 'call_forward_detection',
    more: { consent: { method: 1 } },
    text: 'Invalid request: consent.timestamp parameter is missing or empty.',
  },
  {
    code: 2809,
    addOn: 'contact_plus',
    fields: { billing_postal_code: '40509' },
    text: 'Billing postal code does not match the contact_plus add-on information for the phone number.',
  },
  {
    code: 2810,
    addOn: 'sim_swap',
    ending: '950',
    overall: 301,
    text: 'Request processing failed during data collection.',
  },
  { code: 2811, addOn: 'sim_swap', ending: '951', overall: 301, text: 'Request processing timed out.' },
  {
    code: 2812,
    addOn: 'porting_status',
    text: 'porting_status add-on exceeded its transaction hard cap. Request denied.',
  },
];

test('every code is reached', async (t) => {
  assert.deepEqual(
    CASES.map(({ code }) => code),
    ADD_ON_CODES.map(({ code }) => code),
    'there are no others',
  );
  const addons = ADD_ONS.filter((name) => name !== 'age_verify');
  const settings = { addonCaps: { portingStatus: 1 } };
  const rig = await httpRig(t, { now: AT, phoneId: {}, account: { addons, settings } });
  await rig.call('/v1/phoneid/4915112345123', { body: { addons: { porting_status: {} } } });
  for (const { code, addOn, fields = {}, ending = '123', overall = 300, more, text } of CASES) {
    await t.test(`${code} by ${addOn}`, async () => {
      const body = { addons: { [addOn]: fields }, consent: CONSENT, ...more };
      const asking = rig.call(`/v1/phoneid/4915112345${ending}`, { body });
      const answer = await eventually('it is answered', async () => {
        await rig.clock.advance(100);
        return (await Promise.race([asking, Promise.resolve(null)])) ?? undefined;
      });
      assert.deepEqual([answer.status, answer.code], [200, overall]);
      const answered = asJsonObject(answer.json[addOn]) ?? {};
      assert.deepEqual(answered.status, { code, description: text });
      if (code !== 2800) assert.deepEqual(Object.keys(answered), ['status']);
    });
  }
});
