/**
 * The short way of a plain request (wire/) to its operation: without the framework, whose objects, hooks and reading of
 * bodies cost more than the edge does.
 *
 * 1. It refuses nothing. Only what no guard and no hook would say anything of goes this way (`takes`): a GET or POST to the
 *    path of an operation with at most one parameter, at its end and of plain signs, come whole and no longer than it may
 *    be, of a usual type, with credentials, from where nothing has to wait, to a server that does not stop. All else is the
 *    framework's.
 * 2. The bytes of its answers are those that the framework would send (wire/as-node.test.ts compares them), and the answers
 *    are measured and noted by the same functions.
 */
import type { Server } from 'node:http';
import type { Context } from '../context.ts';
import { productOf } from '../errors.ts';
import type { Answer, Operation } from '../operations/operation.ts';
import { type AnswerHeaders, NO_FRAMES } from './answer-headers.ts';
import { type Edge, JSON_HEADERS } from './edge.ts';
import type { StrangerWatch } from './guard/stranger-hooks.ts';
import { idsAreIds } from './known-paths.ts';
import type { RateHeaders } from './rate-limit.ts';
import { failureAnswer } from './reply.ts';
import type { RequestTimes } from './watching/request-times.ts';
import { PlainRequest } from './wire/request.ts';
import { PlainResponse } from './wire/response.ts';

export interface ShortWay {
  /** Whether it has taken it. */
  takes(request: PlainRequest, response: PlainResponse): boolean;
}

export interface ShortWayOptions {
  readonly edge: Edge;
  readonly operations: readonly Operation[];
  readonly times: RequestTimes;
  readonly strangers: StrangerWatch;
  readonly isStopping: () => boolean;
  readonly mustClose: AnswerHeaders['mustClose'];
}

type Handler = (request: unknown, response: unknown) => void;

interface Goal {
  readonly operation: Operation;
  readonly routeOptions: { readonly url: string };
  /** The path up to its parameter, and the name of that; null where it has none. */
  readonly parameter: { readonly behind: string; readonly name: string } | null;
}

type Params = Readonly<Record<string, string>>;

/** What callers write; the framework reads other types more strictly than we do. */
const USUAL_TYPES: readonly (string | undefined)[] = [
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
];
const NO_PARAMS: Params = {};
const NO_GOALS: readonly Goal[] = [];
/** Of which the framework has one reading, and of which it makes nothing else. */
const PLAIN_PARAMETER = /^[\w-]{1,64}$/;
const LINES_BEFORE = Object.entries(JSON_HEADERS)
  .map(([name, value]) => lineOf(name, value))
  .join('');
const LINES_BEHIND = lineOf('content-security-policy', NO_FRAMES) + lineOf('x-content-type-options', 'nosniff');

export function createShortWay(context: Context, options: ShortWayOptions): ShortWay {
  return new ToGoals(context, options);
}

/** Call it before anything else looks at the requests of the server. */
export function leadShortWay(server: Server, takes: ShortWay['takes']): void {
  const handlers = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  server.on('request', (request: unknown, response: unknown) => {
    if (request instanceof PlainRequest && response instanceof PlainResponse && takes(request, response)) return;
    for (const each of handlers) each.call(server, request, response);
  });
}

class ToGoals implements ShortWay {
  private readonly context: Context;
  private readonly options: ShortWayOptions;
  /** By the length of the path: a text that was cut out of a head is dear as the key of a map (wire/head.ts). */
  private readonly fixed: Goal[][] = [];
  private readonly parametric: Goal[] = [];

  constructor(context: Context, options: ShortWayOptions) {
    this.context = context;
    this.options = options;
    for (const goal of options.operations.flatMap(goalOf)) {
      const { length } = goal.operation.path;
      if (goal.parameter) this.parametric.push(goal);
      else this.fixed[length] = [...(this.fixed[length] ?? []), goal];
    }
  }

  takes(request: PlainRequest, response: PlainResponse): boolean {
    const goal = this.goalOf(request);
    if (!goal || !isOrdinary(request, goal.operation)) return false;
    const params = goal.parameter ? paramsOf(request.url, goal.parameter) : NO_PARAMS;
    if (!params || !idsAreIds(goal.operation.path, params)) return false;
    if (this.options.isStopping() || !this.options.strangers.isFree(request)) return false;
    void this.answer(goal, params, response);
    return true;
  }

  /** A path without parameters comes before one that could have it as its parameter, as in the framework. */
  private goalOf({ method, url }: PlainRequest): Goal | null {
    for (const goal of this.fixed[url.length] ?? NO_GOALS) {
      if (goal.operation.path === url && goal.operation.method === method) return goal;
    }
    for (const goal of this.parametric) {
      if (goal.operation.method === method && goal.parameter && isBehind(url, goal.parameter.behind)) return goal;
    }
    return null;
  }

  private async answer({ operation, routeOptions }: Goal, params: Params, response: PlainResponse): Promise<void> {
    const { context, options } = this;
    const { clock } = context;
    const begunAt = clock.monotonic();
    const raw = response.req;
    const request = { raw, params, body: raw.takeBody(), routeOptions, isKnown: false };
    response.whenOver = () => {
      const { statusCode: status } = response;
      options.times.took(operation.name, status, clock.monotonic() - begunAt);
      const { isKnown } = request;
      options.strangers.answered(raw, { status, isKnown, route: operation.path });
    };
    try {
      const { answer, rate } = await options.edge(request, operation);
      write(response, answer, rate, options.mustClose({ raw }));
    } catch (error) {
      write(response, failureAnswer(context, productOf(raw.url), error, clock.now()), null, options.mustClose({ raw }));
    }
  }
}

/** None where it is not for the short way. */
function goalOf(operation: Operation): Goal[] {
  const { method, path } = operation;
  if (method !== 'POST' && method !== 'GET') return [];
  const [behind = '', name, ...more] = path.split(':');
  if (more.length > 0 || name?.includes('/')) return [];
  return [{ operation, routeOptions: { url: path }, parameter: name === undefined ? null : { behind, name } }];
}

/** A path that goes on behind its parameter is another. */
function isBehind(url: string, behind: string): boolean {
  return url.startsWith(behind) && url.indexOf('/', behind.length) < 0;
}

/** Null: not plain. */
function paramsOf(url: string, { behind, name }: NonNullable<Goal['parameter']>): Params | null {
  const value = url.slice(behind.length);
  return PLAIN_PARAMETER.test(value) ? { [name]: value } : null;
}

function isOrdinary({ complete, bodyBytes, headers }: PlainRequest, { bodyLimitBytes }: Operation): boolean {
  return complete && bodyBytes <= bodyLimitBytes && USUAL_TYPES.includes(headers['content-type']);
}

/** In the order in which the framework is given them. */
function write(
  response: PlainResponse,
  { status, headers, body }: Answer,
  rate: RateHeaders | null,
  isLast: boolean,
): void {
  if (!isLast && isEmpty(headers)) {
    let lines = LINES_BEFORE;
    for (const name in rate) lines += lineOf(name, rate[name]);
    response.answer(status, lines + LINES_BEHIND, body);
    return;
  }
  const all: Record<string, string> = { ...JSON_HEADERS, ...rate };
  for (const name in headers) all[name.toLowerCase()] = headers[name] ?? '';
  all['content-security-policy'] ??= NO_FRAMES;
  all['x-content-type-options'] = 'nosniff';
  if (isLast) all.connection = 'close';
  all['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, all).end(body);
}

function isEmpty(headers: Answer['headers']): boolean {
  for (const _ in headers) return false;
  return true;
}

function lineOf(name: string, value: string | undefined): string {
  return `${name}: ${value}\r\n`;
}
