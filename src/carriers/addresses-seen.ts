/**
 * What was made of the addresses that came in, for the operator: the newest of each kind, in memory of this node.
 *
 * 1. A kind is a type of number, a numbering plan, a length and what became of it: a prefix rule that is missing shows.
 */
import type { ReadAddress, WrittenAddress } from './inbound-address.ts';

/** What a carrier made of an address that came in. */
export interface AddressSeen {
  /** Type of number and numbering plan, where the protocol has them. */
  readonly ton: number | null;
  readonly npi: number | null;
  readonly address: string;
  readonly made: ReadAddress;
  /** Epoch milliseconds. */
  readonly at: number;
}

const MOST_KINDS = 100;

/** Rule 1. */
export function kindOfAddress({ ton, npi, address, made }: Omit<AddressSeen, 'at'>): string {
  return `${ton} ${npi} ${address.length} ${made.kind} ${made.text.length}`;
}

export class AddressesSeen {
  private readonly byKind = new Map<string, AddressSeen>();
  /** Addresses of people that could not be made a number. */
  unreadable = 0;

  note(written: Pick<WrittenAddress, 'address'> & Partial<WrittenAddress>, made: ReadAddress, at: number): void {
    const { ton = null, npi = null, address } = written;
    const seen = { ton, npi, address, made, at };
    const kind = kindOfAddress(seen);
    if (made.kind === 'unreadable') this.unreadable += 1;
    this.byKind.delete(kind);
    if (this.byKind.size >= MOST_KINDS) {
      const oldest = this.byKind.keys().next();
      if (!oldest.done) this.byKind.delete(oldest.value);
    }
    this.byKind.set(kind, seen);
  }

  newestFirst(): AddressSeen[] {
    return [...this.byKind.values()].reverse();
  }
}
