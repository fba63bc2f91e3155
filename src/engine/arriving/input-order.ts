/**
 * Pieces of input that are dealt with one after the other under a name, those of other names meanwhile: taken at once, or by
 * way of the inbox.
 *
 * 1. Nothing is taken at once that has another piece of its name before it: in hand, or on its way by the inbox.
 * 2. A stored piece that comes due while it waits is not looked at twice.
 * 3. When one fails, those that wait behind it fail as well, and are looked at again in their order.
 */
import { InOrder } from '../../lib/in-order.ts';
import { StoreDown } from '../../store/database.ts';
import type { InboundPiece } from './join-text.ts';

const MOST_AT_ONCE = 2_000;

export class InputOrder {
  private readonly order = new InOrder();
  /** How many are on their way by the inbox, by name, and under which name each of them goes. */
  private readonly coming = new Map<string, number>();
  private readonly names = new Map<string, string>();
  /** By piece of input. */
  private readonly inHand = new Map<string, Promise<void>>();
  private takenAtOnce = 0;

  /** Whether a piece that is stored nowhere may be taken at once (rule 1). One in parts waits for the others. */
  mayTake(name: string, { part }: Pick<InboundPiece, 'part'>): boolean {
    const isWhole = part === undefined || part.total <= 1;
    const isFirst = !this.order.has(name) && !this.coming.has(name);
    return isWhole && isFirst && this.takenAtOnce < MOST_AT_ONCE;
  }

  /**
   * Resolves with what `work` says as soon as the piece is durable (`taken`): false when it has to land after all, as
   * when it fails. The next piece of the name waits for all of `work`. Rejects (StoreDown) when nothing can be made
   * durable now.
   */
  take(name: string, work: (taken: (isTaken: boolean) => void) => Promise<void>): Promise<boolean> {
    this.takenAtOnce += 1;
    return new Promise((resolve, reject) => {
      this.order
        .run(name, () => work(resolve))
        .catch((error) => (error instanceof StoreDown ? reject(error) : resolve(false)))
        .finally(() => {
          this.takenAtOnce -= 1;
        });
    });
  }

  /** A piece is on its way by the inbox: until `receive` has it, or `forget`, what comes after it waits behind it. */
  expect(id: string, name: string): void {
    this.names.set(id, name);
    this.coming.set(name, (this.coming.get(name) ?? 0) + 1);
  }

  forget(id: string): void {
    const name = this.names.get(id);
    if (name === undefined) return;
    this.names.delete(id);
    const left = (this.coming.get(name) ?? 1) - 1;
    if (left > 0) this.coming.set(name, left);
    else this.coming.delete(name);
  }

  /** Resolves when the stored piece has been dealt with. One that fails stays due. */
  receive(id: string, name: string, work: () => Promise<void>): Promise<void> {
    const underWay = this.inHand.get(id);
    if (underWay) return underWay;
    const received = this.order.run(name, work).finally(() => this.inHand.delete(id));
    this.inHand.set(id, received);
    this.forget(id);
    return received;
  }
}
