/** What the account is told: what comes in, events, callbacks and their secrets. */
import { Following, type FollowOptions } from '../following.ts';
import { type CallOptions, pathOf } from '../transport.ts';
import type { Event, Inbound, QueryOf, Schema } from '../types.ts';
import { askOf, listOf, Resource } from './resource.ts';

export class Inbounds extends Resource {
  list(query?: QueryOf<'/v1/inbound'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/inbound', 'inbound', { query, options });
  }

  /** As it comes in, each once. */
  follow(options: FollowOptions = {}) {
    const ask = askOf<Inbound>(this.transport, '/v1/inbound', 'inbound', { query: { limit: 500 } });
    return new Following(ask, ({ reference_id }) => reference_id, options);
  }
}

export class Events extends Resource {
  list(query?: QueryOf<'/v1/events'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/events', 'events', { query, options });
  }

  /** As they happen, each once. */
  follow(options: FollowOptions = {}) {
    const ask = askOf<Event>(this.transport, '/v1/events', 'events', { query: { limit: 500 } });
    return new Following(ask, ({ id }) => id, options);
  }
}

export class Callbacks extends Resource {
  get(id: string, options?: CallOptions) {
    return this.transport.send<Schema<'CallbackShown'>>({ method: 'GET', path: pathOf`/v1/callbacks/${id}` }, options);
  }

  redeliver(range: Schema<'CallbackRedelivery'>, options?: CallOptions) {
    return this.transport.send<Schema<'RedeliveryCounted'>>(
      { method: 'POST', path: '/v1/callbacks/redeliver', body: range },
      options,
    );
  }

  list(query?: QueryOf<'/v1/callbacks'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/callbacks', 'callbacks', { query, options });
  }
}

export class CallbackSecrets extends Resource {
  list(options?: CallOptions) {
    return this.transport.send<Schema<'CallbackSecrets'>>({ method: 'GET', path: '/v1/callback-secrets' }, options);
  }

  rotate(rotation: Schema<'Rotation'>, options?: CallOptions) {
    return this.transport.send<Schema<'CallbackSecrets'>>(
      { method: 'POST', path: '/v1/callback-secrets', body: rotation },
      options,
    );
  }
}
