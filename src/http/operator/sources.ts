/**
 * The sources of Phone ID as they are at this node: whether they answer, how fast, what they said and what that cost.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ListedSource } from '../../engine/look-ups/source-list.ts';
import type { AddOnTally } from '../../engine/look-ups/source-tally.ts';
import { strict } from '../../lib/schemas.ts';
import type { OperatorOptions } from './options.ts';
import { queryOf } from './request.ts';
import { timeOf, timeOrNull } from './shapes.ts';

const NoQuery = Type.Object({}, strict);

export function sourceRoutes(app: FastifyInstance, { listSources, node }: OperatorOptions): void {
  app.get('/sources', async (request) => {
    queryOf(NoQuery, request);
    const { since, areSimulated, sources } = listSources();
    return { node, since: timeOf(since), simulated: areSimulated, sources: sources.map(sourceShape) };
  });
}

function sourceShape(source: ListedSource): Record<string, unknown> {
  const { tally, limits } = source;
  return {
    name: source.name,
    kind: source.kind,
    state: source.state,
    rests_until: timeOrNull(source.restsUntil),
    add_ons: source.addOns,
    under_way: source.underWay,
    max_in_flight: limits.concurrency,
    requests_per_second: limits.perSecond,
    request_timeout_ms: limits.timeoutMs,
    cost: limits.cost ?? 0,
    accounts: limits.accounts ?? [],
    mccmnc: limits.networks ?? [],
    prefixes: source.prefixes,
    countries: source.countries,
    took_ms: tally.tookMs && { p50: Math.round(tally.tookMs.p50), p99: Math.round(tally.tookMs.p99) },
    last_answer_on: timeOrNull(tally.lastAnswerAt),
    last_failure: tally.lastFailure && {
      on: timeOf(tally.lastFailure.at),
      said: tally.lastFailure.said,
      reason: tally.lastFailure.reason,
    },
    said: tally.addOns.map(saidShape),
  };
}

function saidShape(tally: AddOnTally): Record<string, unknown> {
  return {
    add_on: tally.addOn,
    found: tally.found,
    nothing: tally.nothing,
    not_covered: tally.notCovered,
    failed: tally.failed,
    left_alone: tally.leftAlone,
    remembered: tally.remembered,
    cost: Math.round(tally.cost * 1e6) / 1e6,
  };
}
