/**
 * Runs work of one name in the order in which it was given, and work of different names side by side.
 *
 * 1. When one piece fails, those that wait behind it fail as well: they are tried again later, in their order.
 */
export class InOrder {
  private readonly last = new Map<string, Promise<void>>();

  /** Whether something of the name is under way. */
  has(name: string): boolean {
    return this.last.has(name);
  }

  run(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.last.get(name);
    const running = before ? before.then(work) : work();
    this.last.set(name, running);
    const forget = () => {
      if (this.last.get(name) === running) this.last.delete(name);
    };
    running.then(forget, forget);
    return running;
  }
}
