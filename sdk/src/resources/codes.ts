/** Codes, and verifications by them. */
import { type CallOptions, pathOf } from '../transport.ts';
import type { Answer, Code, QueryOf, Schema } from '../types.ts';
import { listOf, Resource } from './resource.ts';

export class Codes extends Resource {
  call<const Request extends Schema<'VerificationCall'>>(call: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'VerificationStatus'>>>(
      { method: 'POST', path: '/v1/verify/call', body: call },
      options,
    );
  }

  text<const Request extends Schema<'CodeText'>>(text: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'CodeTextStatus'>>>(
      { method: 'POST', path: '/v1/verify/sms', body: text },
      options,
    );
  }

  get(reference: string, options?: CallOptions) {
    return this.transport.send<Code>({ method: 'GET', path: pathOf`/v1/verify/${reference}` }, options);
  }

  /** A code is VALID once, so an answer that was lost is not asked for again. */
  check(reference: string, code: string, options?: CallOptions) {
    return this.transport.send<Code>(
      { method: 'GET', path: pathOf`/v1/verify/${reference}`, query: { verify_code: code }, mayRepeat: false },
      options,
    );
  }

  /** Says that its person has got to the end of what the code was for. */
  complete(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'VerificationCompleted'>>(
      { method: 'PUT', path: pathOf`/v1/verify/completion/${reference}` },
      options,
    );
  }

  cancel(reference: string, options?: CallOptions) {
    return this.transport.send<Code>({ method: 'DELETE', path: pathOf`/v1/verify/${reference}` }, options);
  }

  history(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'MessageHistory'>>(
      { method: 'GET', path: pathOf`/v1/verify/history/${reference}` },
      options,
    );
  }

  list(query?: QueryOf<'/v1/verify'>, options?: CallOptions) {
    return listOf(this.transport, '/v1/verify', 'verifications', { query, options });
  }
}

export class Verifications extends Resource {
  begin<const Request extends Schema<'VerificationBeginning'>>(verification: Request, options?: CallOptions) {
    return this.transport.send<Answer<Request, Schema<'VerificationBegun'>>>(
      { method: 'POST', path: '/verification', body: verification },
      options,
    );
  }

  get(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'VerificationProcess'>>(
      { method: 'GET', path: pathOf`/verification/${reference}` },
      options,
    );
  }

  /** Each check counts as one of three, so an answer that was lost is not asked for again. */
  check(reference: string, code: string, options?: CallOptions) {
    return this.transport.send<Schema<'VerificationAnswer'>>(
      {
        method: 'PATCH',
        path: pathOf`/verification/${reference}/state`,
        body: { action: 'finalize', security_factor: code },
        mayRepeat: false,
      },
      options,
    );
  }

  cancel(reference: string, options?: CallOptions) {
    return this.transport.send<Schema<'VerificationProcess'>>(
      { method: 'DELETE', path: pathOf`/verification/${reference}` },
      options,
    );
  }

  list(query?: QueryOf<'/verification'>, options?: CallOptions) {
    return listOf(this.transport, '/verification', 'verifications', { query, options });
  }
}
