/** Messages that are sent: over channels, to many, by SMS alone; and templates. */
import type { List } from '../pages.ts';
import { type CallOptions, pathOf } from '../transport.ts';
import type { Answer, QueryOf, Schema } from '../types.ts';
import { listAt, listOf, Resource } from './resource.ts';

export class Messages extends Resource {
  send<const Request extends Schema<'Message'>>(message: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'MessageAccepted'>>>(
      { method: 'POST', path: '/v1/omnichannel', body: message },
      options,
    );
  }

  get(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'MessageStatus'>>(
      { method: 'GET', path: pathOf`/v1/omnichannel/${reference}` },
      options,
    );
  }

  /** Takes it back, where that is still possible. */
  cancel(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'MessageStatus'>>(
      { method: 'DELETE', path: pathOf`/v1/omnichannel/${reference}` },
      options,
    );
  }

  history(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'MessageHistory'>>(
      { method: 'GET', path: pathOf`/v1/omnichannel/history/${reference}` },
      options,
    );
  }

  list(query?: QueryOf<'/v1/omnichannel'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/omnichannel', 'messages', { query, options });
  }
}

export class Batches extends Resource {
  send<const Request extends Schema<'Batch'>>(batch: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'BatchAccepted'>>>(
      { method: 'POST', path: '/v1/omnichannel/batch', body: batch },
      options,
    );
  }

  get(reference: string, query: QueryOf<'/v1/omnichannel/batch/{reference_id}'> = {}, options?: CallOptions) {
    return this.transport.send<Schema<'BatchStatus'>>(
      { method: 'GET', path: pathOf`/v1/omnichannel/batch/${reference}`, query },
      options,
    );
  }

  /** What became of each recipient, all pages. */
  recipients(
    reference: string,
    query?: QueryOf<'/v1/omnichannel/batch/{reference_id}'>,
    options?: CallOptions,
  ): List<Schema<'BatchRecipient'>> {
    return listAt(this.transport, pathOf`/v1/omnichannel/batch/${reference}`, 'recipients', { query, options });
  }

  cancel(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'BatchStatus'>>(
      { method: 'DELETE', path: pathOf`/v1/omnichannel/batch/${reference}` },
      options,
    );
  }

  pause(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'BatchStatus'>>(
      { method: 'POST', path: pathOf`/v1/omnichannel/batch/${reference}/pause` },
      options,
    );
  }

  resume(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'BatchStatus'>>(
      { method: 'POST', path: pathOf`/v1/omnichannel/batch/${reference}/resume` },
      options,
    );
  }
}

export class Templates extends Resource {
  list(options?: CallOptions) {
    return this.transport.send<ReadonlyArray<Schema<'KeptTemplate'>>>(
      { method: 'GET', path: '/v1/omnichannel/templates' },
      options,
    );
  }

  add(template: Schema<'NewTemplate'>, options?: CallOptions) {
    return this.transport.send<Schema<'MadeTemplate'>>(
      { method: 'POST', path: '/v1/omnichannel/templates', body: template },
      options,
    );
  }

  get(channel: string, name: string, options?: CallOptions) {
    return this.transport.send<Schema<'WholeTemplate'>>(
      { method: 'GET', path: pathOf`/v1/omnichannel/templates/${channel}/${name}` },
      options,
    );
  }

  remove(channel: string, name: string, options?: CallOptions) {
    return this.transport.send<Schema<'Refusal'>>(
      { method: 'DELETE', path: pathOf`/v1/omnichannel/templates/${channel}/${name}` },
      options,
    );
  }
}

export class Texts extends Resource {
  send<const Request extends Schema<'Text'>>(text: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'AcceptedText'>>>(
      { method: 'POST', path: '/v1/messaging', body: text },
      options,
    );
  }

  get(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'TextStatus'>>(
      { method: 'GET', path: pathOf`/v1/messaging/${reference}` },
      options,
    );
  }

  cancel(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'TextStatus'>>(
      { method: 'DELETE', path: pathOf`/v1/messaging/${reference}` },
      options,
    );
  }

  history(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'MessageHistory'>>(
      { method: 'GET', path: pathOf`/v1/messaging/history/${reference}` },
      options,
    );
  }

  list(query?: QueryOf<'/v1/messaging'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/messaging', 'texts', { query, options });
  }
}
