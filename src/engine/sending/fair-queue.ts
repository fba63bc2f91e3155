/**
 * What waits in this node's memory for one carrier: by priority, and inside a priority in turn between accounts, so
 * that a million messages of one account do not stand before one of another. Pure data.
 */
import type { MessageType } from '../../carriers/carrier.ts';

const ORDER: readonly MessageType[] = ['OTP', 'ARN', 'MKT'];

export interface Waiting {
  readonly accountId: string;
  readonly messageType: MessageType;
}

export class FairQueue<T extends Waiting> {
  /** For each priority the accounts in the order of their turns, each with what it has waiting. */
  private readonly turns: Record<MessageType, Map<string, T[]>> = { OTP: new Map(), ARN: new Map(), MKT: new Map() };
  private readonly sizes: Record<MessageType, number> = { OTP: 0, ARN: 0, MKT: 0 };

  push(item: T): void {
    const accounts = this.turns[item.messageType];
    const waiting = accounts.get(item.accountId);
    if (waiting) waiting.push(item);
    else accounts.set(item.accountId, [item]);
    this.sizes[item.messageType] += 1;
  }

  /** What goes next; it stays until `take`. */
  peek(): T | undefined {
    for (const type of ORDER) {
      if (this.sizes[type] > 0) return this.turns[type].values().next().value?.[0];
    }
    return undefined;
  }

  /** Takes what `peek` showed; its account goes to the end of the line. */
  take(): T | undefined {
    for (const type of ORDER) {
      const accounts = this.turns[type];
      const first = accounts.entries().next().value;
      if (!first) continue;
      const [account, waiting] = first;
      const item = waiting.shift();
      accounts.delete(account);
      if (waiting.length > 0) accounts.set(account, waiting);
      this.sizes[type] -= 1;
      return item;
    }
    return undefined;
  }

  /** How many wait that would go before or with one of this type. */
  ahead(type: MessageType): number {
    let count = 0;
    for (const each of ORDER) {
      count += this.sizes[each];
      if (each === type) break;
    }
    return count;
  }

  sizeOf(type: MessageType): number {
    return this.sizes[type];
  }

  get size(): number {
    return this.ahead('MKT');
  }

  /** Empties the queue. */
  takeAll(): T[] {
    const all: T[] = [];
    for (let item = this.take(); item; item = this.take()) all.push(item);
    return all;
  }
}
