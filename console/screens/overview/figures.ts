/**
 * The figures at the top of the overview: of the last hour, and of now. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { countText, overSteps, shareText } from '../../ui/figures.ts';
import { standingOf } from '../carriers/standing.ts';

const MINUTE_MS = 60_000;

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly tone?: 'warn' | 'bad' | undefined;
}

export function trafficFigures(traffic: Schema<'OperatorTraffic'>): Figure[] {
  const { taken, finished, delivered, points, to } = traffic;
  const { callbacks_delivered: told, callbacks_failed: failed, callbacks_given_up: givenUp } = traffic;
  const last = overSteps(points, { stepMs: MINUTE_MS, now: Date.parse(to) }).at(-1);
  return [
    { name: 'Messages, last minute', value: countText(last?.taken ?? 0), note: `${countText(taken)} in the last hour` },
    {
      name: 'Delivered',
      value: shareText(delivered, finished),
      note: `of ${countText(finished)} that ended in the last hour`,
    },
    {
      name: 'Callbacks taken',
      value: shareText(told, told + failed),
      note:
        givenUp > 0
          ? `${countText(givenUp)} given up`
          : `${countText(failed)} of ${countText(told + failed)} tries failed`,
      tone: givenUp > 0 ? 'warn' : undefined,
    },
  ];
}

/** `ago`: how long ago a time was, in words. */
export function backlogFigure(
  { carriers, overdue_since: overdue }: Schema<'OperatorBacklog'>,
  ago: (at: string) => string,
): Figure {
  const waiting = carriers.reduce((sum, each) => sum + each.waiting, 0);
  const isMore = carriers.some(({ more }) => more);
  const oldest = carriers.flatMap(({ oldest_on: at }) => at ?? []).sort()[0];
  const note = overdue
    ? `overdue since ${ago(overdue)}`
    : oldest
      ? `the oldest ${ago(oldest)}`
      : 'nothing waits for a carrier';
  return {
    name: 'Waiting',
    value: `${isMore ? 'over ' : ''}${countText(waiting)}`,
    note,
    tone: overdue ? 'warn' : undefined,
  };
}

export function carrierFigure(carriers: ReadonlyArray<Schema<'OperatorCarrier'>>): Figure {
  const words = carriers.map((carrier) => standingOf(carrier).word);
  const [down, drained] = ['Down', 'Drained'].map((word) => words.filter((each) => each === word).length);
  return {
    name: 'Carriers up',
    value: `${words.filter((word) => word === 'Up').length} of ${carriers.length}`,
    note: [down && `${down} down`, drained && `${drained} drained`].filter(Boolean).join(', ') || 'all of them',
    tone: down ? 'bad' : drained ? 'warn' : undefined,
  };
}

/** Those that have stopped are no trouble. */
export function nodeFigure(nodes: ReadonlyArray<Pick<Schema<'OperatorNodeList'>['nodes'][number], 'state'>>): Figure {
  const wanted = nodes.filter(({ state }) => state !== 'stopped');
  const silent = wanted.filter(({ state }) => state === 'silent').length;
  return {
    name: 'Nodes running',
    value: `${wanted.length - silent} of ${wanted.length}`,
    note: silent > 0 ? `${silent} silent` : 'none is silent',
    tone: silent > 0 ? 'bad' : undefined,
  };
}
