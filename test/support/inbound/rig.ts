/** A gateway whose sandbox account is told of what people send to it. */
import assert from 'node:assert/strict';
import type { HandsetMessage } from '../../../src/sandbox/handsets.ts';
import { CUSTOMER_ID, type ReceivedCallback, startGateway, type TestGateway } from '../gateway/gateway.ts';

export interface InboundBody {
  readonly reference_id: string;
  readonly sub_resource: 'mo_sms' | 'mo_rcs';
  readonly phone_number: string | null;
  readonly status: { readonly code: number; readonly description: string; readonly updated_on: string };
  readonly errors?: object;
  readonly submit_timestamp?: string;
  readonly user_response?: {
    readonly phone_number: string | null;
    readonly iso_country_code: string;
    readonly sender_id: string;
    readonly mo_message: string;
    readonly action: string;
    readonly keyword: string;
  };
  readonly rcs_sender_id?: string;
  readonly content?: {
    readonly text?: string;
    readonly end_user_action?: Readonly<Record<string, string | null>>;
    readonly file?: { readonly payload: object };
    readonly location?: object;
  };
}

export interface InboundGateway {
  readonly service: TestGateway;
  /** Of the sandbox account. */
  readonly sender: string;
  readonly agent: string;
  /** What has been told of this number, in the order in which it came; at least so many. */
  told(number: string, count: number): Promise<InboundBody[]>;
  /** Each try that was made. */
  tries(number: string): ReceivedCallback[];
  /** Settings of the sandbox account. */
  set(settings: object): Promise<void>;
  list(query?: string): Promise<{ readonly inbound: InboundBody[]; readonly next: string }>;
}

export async function startInbound(env: Readonly<Record<string, string>> = {}): Promise<InboundGateway> {
  const service = await startGateway(env);
  const set = async (settings: object) => {
    const { status, body } = await service.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings });
    assert.equal(status, 200, JSON.stringify(body));
    // The account is read anew.
    await service.advance(3_100);
  };
  await set({ inbound_url: service.callbackUrl });
  const { body } = await service.operate('GET', `/accounts/${CUSTOMER_ID}`);
  const { senders } = body as { senders: Array<{ sender: string }> };
  const tries = (number: string) => service.received.filter(({ text }) => isAbout(JSON.parse(text), number));
  return {
    service,
    sender: senders.find(({ sender }) => !sender.includes('@'))?.sender ?? '',
    agent: senders.find(({ sender }) => sender.includes('@'))?.sender ?? '',
    tries,
    set,
    told: async (number, count) => {
      const those = await service.until(`${count} pieces of ${number} are told`, () => {
        const found = tries(number);
        return found.length >= count && found;
      });
      return those.map(({ text }) => JSON.parse(text) as InboundBody);
    },
    list: async (query = '') => {
      const answer = await service.call('GET', `/v1/inbound${query}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body as { inbound: InboundBody[]; next: string };
    },
  };
}

export function textsOn(messages: readonly HandsetMessage[]): string[] {
  return messages.map(({ text = '' }) => text);
}

function isAbout(body: Partial<InboundBody>, number: string): boolean {
  return body.sub_resource !== undefined && body.phone_number === number;
}
