/**
 * How many callbacks may be under way over all receivers, so that an account with as many hosts as it likes does not take
 * the descriptors of the database, the carriers and the callers.
 *
 * 1. In all there are at most `most`, connections included that are kept open for the next callback.
 * 2. An account has an equal share of them: `most` by the number of accounts that send, and one more who may come. Each
 *    has one at least.
 * 3. What is held back for want of room is told when there is some, its account first.
 */
export class CallbackRoom<Held> {
  private readonly most: number;
  private readonly openConnections: () => number;
  private readonly underWay = new Map<string, number>();
  private readonly held = new Map<string, Set<Held>>();
  private total = 0;

  /** `openConnections`: those that are open, in use or not. */
  constructor(most: number, openConnections: () => number) {
    this.most = Math.max(1, most);
    this.openConnections = openConnections;
  }

  hasRoom(accountId: string): boolean {
    if (Math.max(this.total, this.openConnections()) >= this.most) return false;
    const own = this.underWay.get(accountId) ?? 0;
    const others = this.underWay.size - (own > 0 ? 1 : 0);
    return own < Math.max(1, Math.floor(this.most / (others + 2)));
  }

  begin(accountId: string): void {
    this.total += 1;
    this.underWay.set(accountId, (this.underWay.get(accountId) ?? 0) + 1);
  }

  end(accountId: string): void {
    this.total -= 1;
    const left = (this.underWay.get(accountId) ?? 1) - 1;
    if (left > 0) this.underWay.set(accountId, left);
    else this.underWay.delete(accountId);
  }

  hold(accountId: string, held: Held): void {
    const those = this.held.get(accountId) ?? new Set();
    those.add(held);
    this.held.set(accountId, those);
  }

  /** Rule 3. `attend` sends what it can, and holds again what it cannot. */
  attend(first: string | null, attend: (held: Held) => void): void {
    if (this.held.size === 0) return;
    for (const accountId of first === null ? [...this.held.keys()] : [first, ...this.held.keys()]) {
      while (this.hasRoom(accountId)) {
        const those = this.held.get(accountId);
        const next = those?.values().next();
        if (!those || !next || next.done) break;
        those.delete(next.value);
        if (those.size === 0) this.held.delete(accountId);
        attend(next.value);
      }
    }
  }
}
