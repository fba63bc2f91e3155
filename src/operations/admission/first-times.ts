/**
 * Remembers when a name was first seen and how often, in a table of fixed size: 12 bytes for each name, and no garbage.
 * A name that another one has pushed out starts anew; two names are mixed up once in four billion times.
 */
const SLOTS = 1 << 20;

export interface FirstTime {
  /** Of whoever keeps the table, in units of its own. */
  at: number;
  count: number;
}

export class FirstTimes {
  private readonly tags: Int32Array;
  private readonly times: Uint32Array;
  private readonly counts: Uint32Array;
  /** Where the name that was looked for last has its place, and what stands there when it is known (never 0). */
  private slot = 0;
  private tag = 0;

  /** `slots`: a power of two. */
  constructor(slots = SLOTS) {
    this.tags = new Int32Array(slots);
    this.times = new Uint32Array(slots);
    this.counts = new Uint32Array(slots);
  }

  /** What has been counted under the name at this time, with `count`; what was counted at another time is forgotten. */
  add(name: string, at: number, count: number): number {
    this.lookFor(name);
    const { slot, tag } = this;
    const before = this.tags[slot] === tag && this.times[slot] === at ? (this.counts[slot] ?? 0) : 0;
    this.tags[slot] = tag;
    this.times[slot] = at;
    // What is taken back may have fallen out meanwhile.
    const total = Math.max(0, before + count);
    this.counts[slot] = total;
    return total;
  }

  /** Null when the name has not been seen. */
  find(name: string): FirstTime | null {
    this.lookFor(name);
    const { slot, tag } = this;
    if (this.tags[slot] !== tag) return null;
    return { at: this.times[slot] ?? 0, count: this.counts[slot] ?? 0 };
  }

  set(name: string, at: number, count: number): void {
    this.lookFor(name);
    const { slot } = this;
    this.tags[slot] = this.tag;
    this.times[slot] = at;
    this.counts[slot] = count;
  }

  forget(name: string): void {
    this.lookFor(name);
    if (this.tags[this.slot] === this.tag) this.tags[this.slot] = 0;
  }

  /** Two rounds of FNV-1a with different ends. */
  private lookFor(name: string): void {
    let place = 0x811c9dc5;
    let tag = 0x9747b28c;
    for (let at = 0; at < name.length; at += 1) {
      const unit = name.charCodeAt(at);
      place = Math.imul(place ^ unit, 0x01000193);
      tag = Math.imul(tag ^ unit, 0x85ebca6b);
      tag ^= tag >>> 13;
    }
    place ^= place >>> 15;
    this.slot = place & (this.tags.length - 1);
    this.tag = tag | 1;
  }
}
