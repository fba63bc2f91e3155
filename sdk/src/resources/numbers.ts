/** What is known of numbers, and who stands behind others: look-ups, capabilities, masked sessions, blocks, opt-outs. */
import type { List } from '../pages.ts';
import { type CallOptions, pathOf } from '../transport.ts';
import type { Answer, QueryOf, Schema } from '../types.ts';
import { listAt, listOf, Resource } from './resource.ts';

export class PhoneId extends Resource {
  /** The number goes in the body, where no proxy writes it down. */
  lookUp<const Request extends Schema<'LookUpRequest'>>(number: string, request?: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'LookUp'>>>(
      { method: 'POST', path: '/v1/phoneid', body: { ...request, phone_number: number } },
      options,
    );
  }

  list(query?: QueryOf<'/v1/phoneid'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/phoneid', 'look_ups', { query, options });
  }
}

/** The channel is `rcs` unless said. */
export class Capabilities extends Resource {
  check(number: string, { channel = 'rcs', agentId, ...options }: CapabilityOptions = {}) {
    const path = pathOf`/capability/${channel}/${number}`;
    return this.transport.send<Schema<'Capability'>>(
      { method: 'GET', path: agentId === undefined ? path : path + pathOf`/${agentId}` },
      options,
    );
  }

  /** Many at a time: their answers are asked for by the reference. */
  checkMany(list: Schema<'CapabilityList'>, { channel = 'rcs', ...options }: ChannelOptions = {}) {
    return this.transport.send<Schema<'CapabilityListAccepted'>>(
      { method: 'POST', path: pathOf`/capability/${channel}`, body: list },
      options,
    );
  }

  results(
    reference: string,
    query: QueryOf<'/capability/{channel}/results/{reference_id}'> = {},
    { channel = 'rcs', ...options }: ChannelOptions = {},
  ) {
    return this.transport.send<Schema<'CapabilityResult'>>(
      { method: 'GET', path: pathOf`/capability/${channel}/results/${reference}`, query },
      options,
    );
  }

  /** What is known of each number of a list, all pages. */
  numbers(
    reference: string,
    query?: QueryOf<'/capability/{channel}/results/{reference_id}'>,
    { channel = 'rcs', ...options }: ChannelOptions = {},
  ): List<Schema<'CapabilityResult'>['numbers'][number]> {
    const path = pathOf`/capability/${channel}/results/${reference}`;
    return listAt(this.transport, path, 'numbers', { query, options });
  }
}

export interface ChannelOptions extends CallOptions {
  readonly channel?: string;
}

export interface CapabilityOptions extends ChannelOptions {
  /** One agent of RCS; else that from which the account sends. */
  readonly agentId?: string;
}

export class Sessions extends Resource {
  open<const Request extends Schema<'NewSession'>>(session: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'Session'>>>(
      { method: 'POST', path: '/v1/anonymous/session/sms', body: session },
      options,
    );
  }

  get(id: string, options?: CallOptions) {
    return this.transport.send<Schema<'Session'>>(
      { method: 'GET', path: pathOf`/v1/anonymous/session/${id}` },
      options,
    );
  }

  extend(id: string, validity: Schema<'SessionValidity'>, options?: CallOptions) {
    return this.transport.send<Schema<'Session'>>(
      { method: 'PUT', path: pathOf`/v1/anonymous/session/${id}`, body: validity },
      options,
    );
  }

  close(id: string, options?: CallOptions) {
    return this.transport.send<Schema<'Session'>>(
      { method: 'DELETE', path: pathOf`/v1/anonymous/session/${id}` },
      options,
    );
  }

  list(query?: QueryOf<'/v1/anonymous/session'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/anonymous/session', 'sessions', { query, options });
  }

  interactions(
    id: string,
    query?: QueryOf<'/v1/anonymous/session/{session_id}/interactions'>,
    options?: CallOptions,
  ): List<Schema<'Interaction'>> {
    const path = pathOf`/v1/anonymous/session/${id}/interactions`;
    return listAt(this.transport, path, 'interactions', { query, options });
  }
}

export class MaskingBlocks extends Resource {
  get(number: string, options?: CallOptions) {
    return this.about('GET', number, options);
  }

  add(number: string, options?: CallOptions) {
    return this.about('PUT', number, options);
  }

  lift(number: string, options?: CallOptions) {
    return this.about('DELETE', number, options);
  }

  private about(method: 'GET' | 'PUT' | 'DELETE', number: string, options?: CallOptions) {
    return this.transport.send<Schema<'SessionBlock'>>(
      { method, path: pathOf`/v1/anonymous/blocks/${number}` },
      options,
    );
  }
}

export class OptOuts extends Resource {
  get(number: string, options?: CallOptions) {
    return this.about('GET', number, options);
  }

  add(number: string, options?: CallOptions) {
    return this.about('PUT', number, options);
  }

  lift(number: string, options?: CallOptions) {
    return this.about('DELETE', number, options);
  }

  list(query?: QueryOf<'/v1/opt-outs'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/opt-outs', 'opt_outs', { query, options });
  }

  private about(method: 'GET' | 'PUT' | 'DELETE', number: string, options?: CallOptions) {
    return this.transport.send<Schema<'OptOut'>>({ method, path: pathOf`/v1/opt-outs/${number}` }, options);
  }
}
