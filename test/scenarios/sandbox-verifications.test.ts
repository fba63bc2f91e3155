/** Which numbers of the sandbox rehearse which way of a verification (docs/sandbox.md). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { type VerificationRig, verificationRig } from '../support/gateway/verifications.ts';

/** One gateway for all stories of this file: each uses a number of its own. */
let service: TestGateway;
let rig: VerificationRig;
let lastNumber = 0;

const ALL = ['rcs:30', 'sms:30', 'voice:30'];
const CODE = { security_factor: '86420' };

function handset(ending: string): string {
  lastNumber += 1;
  return `491514${String(lastNumber).padStart(4, '0')}${ending}`;
}

describe('a verification of a simulated number', () => {
  before(async () => {
    service = await startGateway();
    rig = verificationRig(service);
    // Speech takes real time, and the clock of the test is faster.
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('of story 990: a call is the way that works; the right code hangs up, whatever was still to be said', async () => {
    const number = handset('990');
    const reference = await rig.begin(number, ALL, CODE);
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3055 sms:FAILED:3003 voice:ONGOING:3901');
    await service.until('it speaks', async () => /stage="speaks"\} 1\n/.test(await service.metrics()));
    const answeredAt = service.clock.now();
    assert.equal(await rig.finalize(reference, '86420'), 3900);
    const [call] = await service.until('the telephone has been hung up on', async () => {
      const calls = await rig.callsOf(number);
      return calls.length > 0 && calls;
    });
    assert.ok(call?.answered_on && Date.parse(call.ended_on) - answeredAt < 4_000, JSON.stringify(call));
    assert.equal(await rig.states(reference), 'VERIFIED rcs:FAILED:3055 sms:FAILED:3003 voice:VERIFIED:3900');
    const rows = await service.until('the end of the call is recorded', async () => {
      const { rows: calls } = await service.gateway.db.query<{ status: number }>(
        `select status from messages where recipient = $1 and kind = 'call' and final_at is not null`,
        [number],
      );
      return calls.length > 0 && calls;
    });
    assert.deepEqual(rows, [{ status: 108 }], 'the call is told as cancelled by us');
  });

  test('of story 979: no way works, and it is over when the last has failed', async () => {
    const reference = await rig.begin(handset('979'), ALL, CODE);
    await rig.untilStates(reference, 'FAILED rcs:FAILED:3055 sms:FAILED:3003 voice:FAILED:3030');
  });

  test('of story 910: an RCS message that cannot be withdrawn does not keep the text back', async () => {
    const number = handset('910');
    const reference = await rig.begin(number, ['rcs:30', 'sms:30'], CODE);
    await service.untilCarrierHas(number);
    await service.advance(30_000);
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3056 sms:ONGOING:3000');
    assert.deepEqual(await rig.codesOf(number), ['rcs 86420', 'sms 86420']);
  });

  test('of any other number whose code is never entered: each way in turn, and 300 s later it has failed', async () => {
    const number = handset('100');
    const reference = await rig.begin(number, ALL, CODE);
    await rig.untilStates(reference, 'ONGOING rcs:ONGOING:3000 sms:CREATED:- voice:CREATED:-');
    await service.advance(30_000);
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3000 sms:ONGOING:3000 voice:CREATED:-');
    await service.advance(30_000);
    await service.until('the telephone has rung', async () => (await rig.callsOf(number)).length > 0);
    assert.match(await rig.states(reference), /^ONGOING rcs:FAILED:3000 sms:FAILED:3000 voice:ONGOING/);
    await service.advance(240_000);
    await rig.untilStates(reference, 'FAILED rcs:FAILED:3000 sms:FAILED:3000 voice:FAILED:3000');
    assert.deepEqual(await rig.codesOf(number), ['rcs 86420', 'sms 86420']);
    assert.equal(await rig.finalize(reference, '86420'), 3909, 'it comes too late');
  });
});
