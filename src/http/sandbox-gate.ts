/**
 * Admits requests to /sandbox that carry the Basic credentials of the sandbox account; to a route that takes anybody, all.
 */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { Authenticator } from './authenticate.ts';
import { pathOf } from './edge.ts';
import { headerOf } from './signed-request.ts';

const NO_BODY = Buffer.alloc(0);

export function sandboxGate(
  authenticator: Authenticator,
  accountId: string,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { raw, routeOptions } = request;
    if ('takesAnybody' in routeOptions.config && routeOptions.config.takesAnybody === true) return;
    const { headers, method = '', url = '/' } = raw;
    const header = headerOf(headers, 'authorization') ?? '';
    // The body of a signed request has not been read at this point, so only Basic can be checked.
    if (header !== '' && !/^Basic /i.test(header)) throw new Refusal('authorization_malformed');
    const { known } = await authenticator.authenticate({ method, path: pathOf(url), headers, body: NO_BODY });
    if (known.account.id !== accountId) throw new Refusal('customer_unknown');
    request.isKnown = true;
  };
}
