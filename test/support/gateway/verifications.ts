/** Verifications as a caller of a test gateway asks for them, and the codes that its handsets got. */
import assert from 'node:assert/strict';
import type { VerificationBody } from '../../../src/engine/verification/verification-body.ts';
import type { HandsetCall } from '../../../src/sandbox/heard-calls.ts';
import type { TestGateway } from './gateway.ts';

export interface VerificationRig {
  /** Begins one, and expects that it is taken. `policy`: methods, each with its fallback time after a colon. */
  begin(number: string, policy: readonly string[], more?: object): Promise<string>;
  show(reference: string): Promise<VerificationBody>;
  /** The status code of the answer. */
  finalize(reference: string, code: string, path?: string): Promise<number>;
  /** The state, then those of the methods with their codes. */
  states(reference: string): Promise<string>;
  untilStates(reference: string, states: string): Promise<void>;
  /** States of the verification in the callbacks that have come, in their order. */
  told(reference: string): string[];
  /** Codes in the messages of a handset, oldest first, each with its channel. */
  codesOf(number: string): Promise<string[]>;
  callsOf(number: string): Promise<HandsetCall[]>;
}

export function verificationRig(service: TestGateway): VerificationRig {
  const show = async (reference: string) => {
    const answer = await service.call('GET', `/verification/${reference}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as VerificationBody;
  };
  const states = async (reference: string) => statesOf(await show(reference));
  return {
    show,
    states,
    async begin(number, policy, more = {}) {
      const answer = await service.call('POST', '/verification', {
        recipient: { phone_number: number },
        verification_policy: policy.map(methodOf),
        callback_url: service.callbackUrl,
        ...more,
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return (answer.body as VerificationBody).reference_id;
    },
    async finalize(reference, code, path = `/verification/${reference}/state`) {
      const answer = await service.call('PATCH', path, { action: 'finalize', security_factor: code });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return (answer.body as { status: { code: number } }).status.code;
    },
    async untilStates(reference, wanted) {
      let last = '';
      await service
        .until(`${reference} is ${wanted}`, async () => {
          last = await states(reference);
          return last === wanted;
        })
        .catch((error) => {
          throw new Error(`${String(error)}; it is ${last}`);
        });
    },
    told: (reference) =>
      service.received
        .map(({ text }) => JSON.parse(text) as VerificationBody)
        .filter((body) => body.reference_id === reference)
        .map(statesOf),
    async codesOf(number) {
      const messages = await service.messagesOf(number);
      return messages.map(({ channel, text }) => `${channel} ${/\d{3,10}/.exec(text ?? '')?.[0] ?? ''}`);
    },
    callsOf: async (number) => (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as HandsetCall[],
  };
}

export function statesOf({ state, inner_methods }: VerificationBody): string {
  return [state, ...inner_methods.map((each) => `${each.method}:${each.state}:${each.err_code ?? '-'}`)].join(' ');
}

function methodOf(text: string): object {
  const [method, time] = text.split(':');
  return time === undefined ? { method } : { method, fallback_time: Number(time) };
}
