/** The account itself. */
import { type CallOptions, pathOf } from '../transport.ts';
import type { QueryOf, Schema } from '../types.ts';
import { listOf, Resource } from './resource.ts';

export class Account extends Resource {
  get(options?: CallOptions) {
    return this.transport.send<Schema<'OwnAccount'>>({ method: 'GET', path: '/v1/account' }, options);
  }

  change(settings: Schema<'OwnSettings'>, options?: CallOptions) {
    return this.transport.send<Schema<'OwnAccount'>>({ method: 'PATCH', path: '/v1/account', body: settings }, options);
  }

  keys(query?: QueryOf<'/v1/account/keys'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/account/keys', 'keys', { query, options });
  }

  makeKey(options?: CallOptions) {
    return this.transport.send<Schema<'MadeKey'>>({ method: 'POST', path: '/v1/account/keys' }, options);
  }

  revokeKey(id: string, options?: CallOptions) {
    return this.transport.send<Schema<'OwnKey'>>({ method: 'DELETE', path: pathOf`/v1/account/keys/${id}` }, options);
  }

  usage(query?: QueryOf<'/v1/usage'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/usage', 'usage', { query, options });
  }
}
