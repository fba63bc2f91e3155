/**
 * The client of a gateway.
 *
 *   const trunkline = new Trunkline({ url, customerId, apiKey });
 *   const { reference_id } = await trunkline.messages.send({ … });
 *   for await (const message of trunkline.messages.list({ status: 'failed' })) …
 */
import { Account } from './resources/account.ts';
import { Codes, Verifications } from './resources/codes.ts';
import { Batches, Messages, Templates, Texts } from './resources/messages.ts';
import { Capabilities, MaskingBlocks, OptOuts, PhoneId, Sessions } from './resources/numbers.ts';
import { CallbackSecrets, Callbacks, Events, Inbounds } from './resources/told.ts';
import { Sandbox } from './sandbox.ts';
import { type Call, type CallOptions, Transport, type TransportOptions } from './transport.ts';

export * from './errors.ts';
export { Following, type FollowOptions } from './following.ts';
export { List, type Page } from './pages.ts';
export type { Receivers } from './receivers.ts';
export type { HandsetFile, Sandbox } from './sandbox.ts';
export type { components, paths, webhooks } from './schema.ts';
export { type Call, type CallOptions, pathOf, type TransportOptions } from './transport.ts';
export type * from './types.ts';
export type { WaitOptions } from './waiting.ts';
export { type GivenHeaders, unwrap, type Webhook, type WebhookSecrets } from './webhooks.ts';

export class Trunkline {
  readonly messages: Messages;
  readonly batches: Batches;
  readonly templates: Templates;
  readonly texts: Texts;
  readonly codes: Codes;
  readonly verifications: Verifications;
  readonly phoneId: PhoneId;
  readonly sessions: Sessions;
  readonly maskingBlocks: MaskingBlocks;
  readonly inbound: Inbounds;
  readonly events: Events;
  readonly callbacks: Callbacks;
  readonly callbackSecrets: CallbackSecrets;
  readonly capabilities: Capabilities;
  readonly optOuts: OptOuts;
  readonly account: Account;
  /** Only where all carriers are simulated. */
  readonly sandbox: Sandbox;
  private readonly transport: Transport;

  constructor(options: TransportOptions) {
    const transport = new Transport(options);
    this.transport = transport;
    this.messages = new Messages(transport);
    this.batches = new Batches(transport);
    this.templates = new Templates(transport);
    this.texts = new Texts(transport);
    this.codes = new Codes(transport);
    this.verifications = new Verifications(transport);
    this.phoneId = new PhoneId(transport);
    this.sessions = new Sessions(transport);
    this.maskingBlocks = new MaskingBlocks(transport);
    this.inbound = new Inbounds(transport);
    this.events = new Events(transport);
    this.callbacks = new Callbacks(transport);
    this.callbackSecrets = new CallbackSecrets(transport);
    this.capabilities = new Capabilities(transport);
    this.optOuts = new OptOuts(transport);
    this.account = new Account(transport);
    this.sandbox = new Sandbox(transport);
  }

  /** Any request, with the credentials, the time limit and the tries of all others. */
  request<T>(call: Call, options?: CallOptions): Promise<T> {
    return this.transport.send<T>(call, options);
  }
}
