/**
 * Where what was found by an id is shown, and what it is called. Pure.
 */
import type { Schema } from '../../api/client.ts';

export type Found = Schema<'OperatorFound'>['found'][number];

const KINDS: Readonly<Record<Found['kind'], readonly [name: string, path: string]>> = {
  message: ['Message', '/messages'],
  verification: ['Verification', '/verifications'],
  masking_session: ['Masked session', '/masking'],
  look_up: ['Look-up', '/identity'],
  batch: ['Batch', '/batches'],
  callback: ['Callback', '/callbacks'],
  inbound_text: ['What somebody sent', '/inbound'],
  import: ['Import', '/imports'],
  erasure: ['Erasure', '/erasures'],
  account: ['Account', '/accounts'],
};

/** Of a release that knows more than this page: its own name. */
export function nameOf({ kind }: Pick<Found, 'kind'>): string {
  return KINDS[kind]?.[0] ?? kind;
}

/** Null where the console has no page of one. `paths`: of its pages, as `/messages/$reference`. */
export function placeOf({ kind, id }: Pick<Found, 'kind' | 'id'>, paths: readonly string[]): string | null {
  const path = KINDS[kind]?.[1];
  if (path === undefined || !paths.some((each) => each.startsWith(`${path}/$`))) return null;
  return `${path}/${encodeURIComponent(id)}`;
}

/** How the id belongs to it; null: it is its own. */
export function relationOf({ by, carrier }: Pick<Found, 'by' | 'carrier'>): string | null {
  switch (by) {
    case 'own_id':
      return null;
    case 'channel':
      return 'of one of its channels';
    case 'input':
      return 'of what came in and was relayed';
    case 'carrier_id':
      return carrier === null ? 'of a carrier' : `of ${carrier}`;
    default:
      return by;
  }
}
