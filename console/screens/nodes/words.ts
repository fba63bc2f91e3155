/**
 * Nodes as figures and words: who is there, and what is odd about them together. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { Stat } from '../../ui/stats.tsx';
import type { Tone } from '../../ui/tone.ts';

export type Node = Schema<'OperatorNode'>;

type Counted = Pick<Node, 'state' | 'release' | 'seats'>;

export const STATES: Readonly<Record<Node['state'], { readonly word: string; readonly tone: Tone }>> = {
  running: { word: 'Running', tone: 'good' },
  silent: { word: 'Silent', tone: 'bad' },
  stopped: { word: 'Stopped', tone: 'calm' },
};

/** Those that work, or should; a new name for each start of a container leaves many that have stopped. */
export function present<Each extends Pick<Node, 'state'>>(nodes: readonly Each[]): readonly Each[] {
  return nodes.filter(({ state }) => state !== 'stopped');
}

/** The last one that stopped first. */
export function stopped<Each extends Pick<Node, 'state' | 'stopped_on'>>(nodes: readonly Each[]): readonly Each[] {
  return nodes
    .filter(({ state }) => state === 'stopped')
    .toSorted((a, b) => Date.parse(b.stopped_on ?? '') - Date.parse(a.stopped_on ?? ''));
}

export function nodeFigures(nodes: readonly Counted[], { leaseText }: { readonly leaseText: string }): readonly Stat[] {
  const there = present(nodes);
  const silent = there.filter(({ state }) => state === 'silent').length;
  const releases = releasesOf(there);
  return [
    {
      name: 'Running',
      value: `${there.length - silent} of ${there.length}`,
      note: silent > 0 ? `${silent} silent` : 'none is silent',
      tone: silent > 0 ? 'bad' : undefined,
    },
    {
      name: releases.length > 1 ? 'Releases' : 'Release',
      value: releases.join(', ') || '–',
      note: releases.length > 1 ? 'an upgrade is not finished' : 'on all nodes',
      tone: releases.length > 1 ? 'warn' : undefined,
    },
    {
      name: 'Seats held',
      value: String(there.reduce((sum, { seats }) => sum + seats.length, 0)),
      note: 'binds of carriers',
    },
    { name: 'Lease', value: leaseText, note: 'without a sign for so long, the others take over' },
  ];
}

/** Of those that say theirs, in order; an older one that does not is `unknown`. */
export function releasesOf(nodes: readonly Pick<Node, 'release'>[]): readonly string[] {
  return [...new Set(nodes.map(({ release }) => release ?? 'unknown'))].sort();
}

/** `2 of 3`: the carriers by which it can send. */
export function canSendText({ can_send_by: can, carriers }: Pick<Node, 'can_send_by' | 'carriers'>): string {
  return carriers.length === 0 ? '–' : `${can.length} of ${carriers.length}`;
}

/** What a diagnosis says of what all nodes share. */
export function ofDatabase<Each extends { readonly name: string }>(checks: readonly Each[]): readonly Each[] {
  return checks.filter(({ name }) => isOfDatabase(name));
}

export function ofNode<Each extends { readonly name: string }>(checks: readonly Each[]): readonly Each[] {
  return checks.filter(({ name }) => !isOfDatabase(name));
}

function isOfDatabase(name: string): boolean {
  return /^database\b/.test(name);
}
