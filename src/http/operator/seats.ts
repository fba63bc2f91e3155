/**
 * Shows which node holds which seat of a carrier.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Database } from '../../store/database.ts';
import { listSeats, type SeatRow } from '../../store/nodes/carrier-seats.ts';
import { type LiveNode, liveNodes } from '../../store/nodes/nodes.ts';
import { timeOf } from './shapes.ts';

export interface Holdings {
  /** Those that are held. */
  readonly seats: readonly SeatRow[];
  readonly nodes: readonly LiveNode[];
}

/** A seat of a node that is gone counts as free: somebody takes it soon. */
export async function readHoldings(db: Database): Promise<Holdings> {
  const rows = await listSeats(db);
  const nodes = await liveNodes(db);
  const epochs = new Map(nodes.map(({ id, epoch }) => [id, epoch]));
  return { seats: rows.filter(({ holder }) => holder && epochs.get(holder.node) === holder.epoch), nodes };
}

/** Every seat that the carrier has, held or not. */
export function seatsOfCarrier({ name, seats }: Carrier, holdings: Holdings): Record<string, unknown>[] {
  return Array.from({ length: seats?.count ?? 0 }, (_, index) => {
    const row = holdings.seats.find(({ carrier, seat }) => carrier === name && seat === index + 1);
    return { seat: index + 1, node: row?.holder?.node ?? null, since: row ? timeOf(row.changedAt) : null };
  });
}

export function seatsOfNode(node: string, holdings: Holdings): Record<string, unknown>[] {
  return holdings.seats
    .filter(({ holder }) => holder?.node === node)
    .map(({ carrier, seat, changedAt }) => ({ carrier, seat, since: timeOf(changedAt) }));
}

/** The nodes that could send by the carrier when they last said so; `self` knows how it is now. */
export function nodesThatSend(carrier: Carrier, { nodes }: Holdings, self: string): string[] {
  const sends = ({ id, uses }: LiveNode) => (id === self ? carrier.state() === 'up' : uses[carrier.name]?.up === true);
  return nodes.filter(sends).map(({ id }) => id);
}

/** The carriers by which the node could send when it last said so. */
export function carriersOfNode(node: string, { nodes }: Holdings): string[] {
  const uses = nodes.find(({ id }) => id === node)?.uses ?? {};
  return Object.keys(uses).filter((carrier) => uses[carrier]?.up === true);
}
