/**
 * Who may hold connections that others open to the SIP port: the addresses of trunks first.
 *
 * 1. At most 256 in all, 64 of one address of a trunk. Others have 64 together and 4 of one address.
 * 2. When there is no room for a newcomer, the oldest connection of who is no trunk makes it: for a trunk any of them, for
 *    others one over which nothing has come that we serve. Where there is none, the newcomer is refused.
 */
const MOST = 256;
const MOST_OF_A_TRUNK = 64;
const MOST_OF_STRANGERS = 64;
const MOST_OF_A_STRANGER = 4;

export interface Share {
  readonly isTrunk: boolean;
  /** Something came over it that we serve. */
  served(): void;
  /** It is closed. */
  release(): void;
}

interface Held {
  readonly address: string;
  readonly isTrunk: boolean;
  hasServed: boolean;
  close(): void;
}

export class ConnectionShares {
  private readonly isTrunk: (address: string) => boolean;
  /** Oldest first. */
  private readonly held = new Set<Held>();

  constructor(isTrunk: (address: string) => boolean) {
    this.isTrunk = isTrunk;
  }

  /** Null: refused. `close` is called when somebody else needs the room, and releases the share. */
  take(address: string, close: () => void): Share | null {
    const isTrunk = this.isTrunk(address);
    const held: Held = { address, isTrunk, hasServed: false, close };
    if (this.count((each) => each.address === address) >= (isTrunk ? MOST_OF_A_TRUNK : MOST_OF_A_STRANGER)) return null;
    const isFull = this.held.size >= MOST || (!isTrunk && this.count((each) => !each.isTrunk) >= MOST_OF_STRANGERS);
    if (isFull && !this.makeRoom(isTrunk)) return null;
    this.held.add(held);
    return {
      isTrunk,
      served: () => {
        held.hasServed = true;
      },
      release: () => {
        this.held.delete(held);
      },
    };
  }

  /** Rule 2. */
  private makeRoom(isForTrunk: boolean): boolean {
    for (const each of this.held) {
      if (each.isTrunk || (each.hasServed && !isForTrunk)) continue;
      this.held.delete(each);
      each.close();
      return true;
    }
    return false;
  }

  private count(isMeant: (each: Held) => boolean): number {
    let count = 0;
    for (const each of this.held) if (isMeant(each)) count += 1;
    return count;
  }
}
