/**
 * A simulated mobile operator: a token endpoint and the CAMARA APIs that the gateway asks, on loopback.
 *
 * 1. It is as strict as the definitions: who comes without a token, with a token for another scope, with a number that is
 *    none or without a field that is needed gets the definition's error.
 * 2. An assertion of a client counts when it is signed with the client's key, is addressed to this token endpoint, and
 *    lasts at most 300 s.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Context } from '../../context.ts';
import { asJsonObject, type JsonObject, parseJson } from '../../lib/json.ts';
import type { Service } from '../../lib/service.ts';
import { createSimulatedServer, type SimulatedReply, type SimulatedRequest } from '../simulated-server.ts';
import type { SubscriberOf } from '../simulated-subscriber.ts';
import { answerOf, OPERATIONS, problem, type SimulatedOperation } from './simulator-answers.ts';

export interface CamaraSimulatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly subscriberOf: SubscriberOf;
}

export interface CamaraSimulator extends Service {
  /** What a source needs to use it. */
  settings(): Record<string, unknown>;
}

interface IssuedToken {
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  /** For one number only: digits. */
  readonly number: string | null;
}

const CLIENT_ID = 'trunkline-sandbox';
const TOKEN_LASTS_S = 600;
const LONGEST_ASSERTION_S = 300;
const MOST_TOKENS = 10_000;
const PHONE_NUMBER = /^\+[1-9][0-9]{4,14}$/;

export function createCamaraSimulator(context: Context, options: CamaraSimulatorOptions): CamaraSimulator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const operator = new SimulatedOperator(context, options.subscriberOf, publicKey);
  const server = createSimulatedServer('CAMARA simulator', options, (request) => operator.answer(request));
  return {
    name: server.name,
    async start() {
      await server.start();
      operator.origin = server.origin;
    },
    stop: () => server.stop(),
    settings: () => ({
      api_root: server.origin,
      token_url: `${server.origin}/token`,
      client_id: CLIENT_ID,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      requests_per_second: 0,
    }),
  };
}

class SimulatedOperator {
  origin = '';
  private readonly context: Context;
  private readonly subscriberOf: SubscriberOf;
  private readonly publicKey: KeyObject;
  private readonly tokens = new Map<string, IssuedToken>();

  constructor(context: Context, subscriberOf: SubscriberOf, publicKey: KeyObject) {
    this.context = context;
    this.subscriberOf = subscriberOf;
    this.publicKey = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
  }

  async answer(request: SimulatedRequest): Promise<SimulatedReply | 'hang'> {
    if (request.path === '/token') return this.giveToken(request);
    const correlator = request.headers['x-correlator'];
    const reply = await this.answerApi(request);
    if (reply === 'hang' || typeof correlator !== 'string') return reply;
    return { ...reply, headers: { ...reply.headers, 'x-correlator': correlator } };
  }

  private async answerApi(request: SimulatedRequest): Promise<SimulatedReply | 'hang'> {
    const operation = OPERATIONS.find(({ path }) => path === request.path);
    if (!operation) return problem(404, 'NOT_FOUND');
    if (request.method !== 'POST') return problem(405, 'METHOD_NOT_ALLOWED');
    const token = this.tokenOf(request);
    if (!token) return problem(401, 'UNAUTHENTICATED');
    if (!token.scopes.includes(operation.scope)) return problem(403, 'PERMISSION_DENIED');
    const body = asJsonObject(parseJson(request.body));
    if (!body) return problem(400, 'INVALID_ARGUMENT');
    const now = this.context.clock.now();
    const wrong = operation.wrong?.(body, now) ?? null;
    if (wrong !== null) return problem(400, wrong);
    const number = numberOf(operation, token, body.phoneNumber);
    if (typeof number !== 'string') return number;
    return answerOf(operation, this.subscriberOf(number, now), body, now);
  }

  private tokenOf({ headers }: SimulatedRequest): IssuedToken | null {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    const issued = token === undefined ? undefined : this.tokens.get(token);
    return issued && issued.expiresAt > this.context.clock.now() ? issued : null;
  }

  private async giveToken({ body, method }: SimulatedRequest): Promise<SimulatedReply> {
    const form = new URLSearchParams(body.toString('utf8'));
    const grant = form.get('grant_type');
    if (method !== 'POST') return { status: 405, body: { error: 'invalid_request' } };
    if (grant === 'client_credentials') {
      const claims = await this.claimsOf(form.get('client_assertion') ?? '');
      if (!claims || claims.sub !== CLIENT_ID) return { status: 401, body: { error: 'invalid_client' } };
      return this.issue(form.get('scope') ?? '', null);
    }
    if (grant === 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      const claims = await this.claimsOf(form.get('assertion') ?? '');
      const number = /^tel:\+([1-9][0-9]{4,14})$/.exec(String(claims?.sub))?.[1];
      if (!claims || number === undefined) return { status: 400, body: { error: 'invalid_grant' } };
      return this.issue(String(claims.scope ?? ''), number);
    }
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  }

  /** Rule 2. */
  private async claimsOf(assertion: string): Promise<JsonObject | null> {
    try {
      const { payload } = await jwtVerify(assertion, this.publicKey, {
        issuer: CLIENT_ID,
        audience: `${this.origin}/token`,
        currentDate: new Date(this.context.clock.now()),
        requiredClaims: ['exp', 'iat', 'jti'],
      });
      return (payload.exp ?? 0) - (payload.iat ?? 0) <= LONGEST_ASSERTION_S ? payload : null;
    } catch {
      return null;
    }
  }

  private issue(scope: string, number: string | null): SimulatedReply {
    const scopes = scope.split(' ').filter((each) => each !== '');
    // Security and Interoperability Profile: one purpose where personal data is touched.
    if (scopes.filter((each) => each.startsWith('dpv:')).length !== 1) {
      return { status: 400, body: { error: 'invalid_scope' } };
    }
    const token = this.context.randomBytes(24).toString('base64url');
    this.tokens.set(token, { scopes, number, expiresAt: this.context.clock.now() + TOKEN_LASTS_S * 1000 });
    if (this.tokens.size > MOST_TOKENS) this.tokens.delete([...this.tokens.keys()][0] ?? '');
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LASTS_S, scope } };
  }
}

/** Whom a request is about, in digits, or what is wrong with how it says so. */
function numberOf(operation: SimulatedOperation, token: IssuedToken, given: unknown): string | SimulatedReply {
  if (token.number !== null) {
    if (given === undefined) return token.number;
    if (!operation.comparesNumbers) return problem(422, 'UNNECESSARY_IDENTIFIER');
    return given === `+${token.number}` ? token.number : problem(403, 'INVALID_TOKEN_CONTEXT');
  }
  if (given === undefined) return problem(422, 'MISSING_IDENTIFIER');
  return typeof given === 'string' && PHONE_NUMBER.test(given) ? given.slice(1) : problem(400, 'INVALID_ARGUMENT');
}
