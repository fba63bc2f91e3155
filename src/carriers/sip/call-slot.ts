/**
 * Room for one call, taken before it is submitted. It ends once, whoever ends it.
 */
import type { Slot } from '../carrier.ts';

export class CallSlot implements Slot {
  private free: (() => void) | null;

  constructor(free: () => void) {
    this.free = free;
  }

  release(): void {
    this.free?.();
    this.free = null;
  }

  get isTaken(): boolean {
    return this.free !== null;
  }
}
