/**
 * What the way out knows of the other nodes. node-watch.ts finds it out.
 */

export interface Peers {
  /** Another node that lives could send by this carrier when it last said so. */
  canSend(carrier: string): boolean;
  /** It has this carrier, whether it can send by it or not. */
  has(carrier: string): boolean;
  /** Messages wait in the store for this carrier: whoever can send by it is notified. */
  notify(carrier: string): void;
  /** This node can send by one of its carriers now, or no longer: the others want to know. */
  changed(): void;
}

/** For a node that is alone. */
export const NO_PEERS: Peers = { canSend: () => false, has: () => false, notify: () => {}, changed: () => {} };
