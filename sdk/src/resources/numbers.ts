/** What is known of numbers, and who stands behind others: look-ups, capabilities, masked sessions, blocks, opt-outs. */
import { List } from '../pages.ts';
import { type CallOptions, pathOf } from '../transport.ts';
import type { Answer, QueryOf, Schema } from '../types.ts';
import { askOf, listOf, Resource } from './resource.ts';

export class PhoneId extends Resource {
  lookUp<const Request extends Schema<'LookUpRequest'>>(number: string, request?: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'LookUp'>>>(
      { method: 'POST', path: pathOf`/v1/phoneid/${number}`, body: request ?? {} },
      options,
    );
  }

  list(query?: QueryOf<'/v1/phoneid'>) {
    return listOf(this.transport, '/v1/phoneid', 'look_ups', query);
  }
}

export class Capabilities extends Resource {
  check(number: string, channel = 'rcs', options?: CallOptions) {
    return this.transport.send<Schema<'Capability'>>(
      { method: 'GET', path: pathOf`/capability/${channel}/${number}` },
      options,
    );
  }

  /** Many at a time: their answers are asked for by the reference. */
  checkMany(list: Schema<'CapabilityList'>, channel = 'rcs', options?: CallOptions) {
    return this.transport.send<Schema<'CapabilityListAccepted'>>(
      { method: 'POST', path: pathOf`/capability/${channel}`, body: list },
      options,
    );
  }

  results(
    reference: string,
    query?: QueryOf<'/capability/{channel}/results/{reference_id}'>,
    channel = 'rcs',
  ): Promise<Schema<'CapabilityResult'>> {
    return this.transport.send({
      method: 'GET',
      path: pathOf`/capability/${channel}/results/${reference}`,
      ...(query ? { query } : {}),
    });
  }
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

  list(query?: QueryOf<'/v1/anonymous/session'>) {
    return listOf(this.transport, '/v1/anonymous/session', 'sessions', query);
  }

  interactions(id: string, query?: QueryOf<'/v1/anonymous/session/{session_id}/interactions'>) {
    const path = pathOf`/v1/anonymous/session/${id}/interactions`;
    const ask = askOf<Schema<'Interaction'>>(this.transport, path, { name: 'interactions', query: query ?? {} });
    return new List(ask, query?.after);
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

  list(query?: QueryOf<'/v1/opt-outs'>) {
    return listOf(this.transport, '/v1/opt-outs', 'opt_outs', query);
  }

  private about(method: 'GET' | 'PUT' | 'DELETE', number: string, options?: CallOptions) {
    return this.transport.send<Schema<'OptOut'>>({ method, path: pathOf`/v1/opt-outs/${number}` }, options);
  }
}
