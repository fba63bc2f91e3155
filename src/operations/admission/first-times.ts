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
  private readonly tags: Uint32Array;
  private readonly times: Uint32Array;
  private readonly counts: Uint32Array;

  /** `slots`: a power of two. */
  constructor(slots = SLOTS) {
    this.tags = new Uint32Array(slots);
    this.times = new Uint32Array(slots);
    this.counts = new Uint32Array(slots);
  }

  /** What has been counted under the name at this time, with `count`; what was counted at another time is forgotten. */
  add(name: string, at: number, count: number): number {
    const [slot, tag] = this.placeOf(name);
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
    const [slot, tag] = this.placeOf(name);
    if (this.tags[slot] !== tag) return null;
    return { at: this.times[slot] ?? 0, count: this.counts[slot] ?? 0 };
  }

  set(name: string, at: number, count: number): void {
    const [slot, tag] = this.placeOf(name);
    this.tags[slot] = tag;
    this.times[slot] = at;
    this.counts[slot] = count;
  }

  forget(name: string): void {
    const [slot, tag] = this.placeOf(name);
    if (this.tags[slot] === tag) this.tags[slot] = 0;
  }

  private placeOf(name: string): [number, number] {
    const [place, tag] = hash(name);
    return [place & (this.tags.length - 1), tag];
  }
}

/** Two rounds of FNV-1a with different ends: which slot, and what stands in it (never 0). */
function hash(text: string): [number, number] {
  let place = 0x811c9dc5;
  let tag = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    place = Math.imul(place ^ unit, 0x01000193);
    tag = Math.imul(tag ^ unit, 0x85ebca6b);
    tag ^= tag >>> 13;
  }
  place ^= place >>> 15;
  return [place >>> 0, (tag | 1) >>> 0];
}
