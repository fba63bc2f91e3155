/** A scripted carrier with seats: what a node opens and closes is seen by the test, which says what can be bound. */
import type { CarrierLoad, Channel, Seats } from '../../../src/carriers/carrier.ts';
import { ScriptedCarrier } from './scripted-carrier.ts';

export class SeatedCarrier extends ScriptedCarrier {
  readonly seats: Seats;
  readonly open = new Set<number>();
  /** What happened to seats, in order: `open 1`, `drained 1`, `at_once 1`. */
  readonly history: string[] = [];
  share = 1;
  private isReachable = true;
  /** Seats that are being drained, until the test lets them go. */
  private readonly draining = new Map<number, () => void>();
  drainsAtOnce = true;
  inHand = 0;

  constructor(name: string, count: number, channel: Channel = 'sms') {
    super(name, channel);
    for (let seat = 1; seat <= count; seat += 1) this.open.add(seat);
    this.seats = {
      count,
      open: (seat) => {
        this.history.push(`open ${seat}`);
        this.open.add(seat);
        this.show();
      },
      close: async (seat, how) => {
        if (!this.open.has(seat)) return;
        this.history.push(`${how} ${seat}`);
        if (how === 'drained' && !this.drainsAtOnce) await new Promise<void>((go) => this.draining.set(seat, go));
        this.open.delete(seat);
        this.show();
      },
      isBound: (seat) => this.isReachable && this.open.has(seat),
    };
    this.show();
  }

  load(): CarrierLoad {
    return { inHand: this.inHand, room: 10, perSecond: null };
  }

  useShare(share: number): void {
    this.share = share;
  }

  /** What was being drained has been answered. */
  drained(): void {
    for (const go of this.draining.values()) go();
    this.draining.clear();
  }

  reachable(isReachable: boolean): void {
    this.isReachable = isReachable;
    this.show();
  }

  private show(): void {
    this.become(this.isReachable && this.open.size > 0 ? 'up' : 'down');
  }
}
