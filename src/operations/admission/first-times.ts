/**
 * When something was first seen of a name, in a table of fixed size: 9 bytes each. A name that falls out of it starts
 * anew; two names share a place once in four billion times.
 */
const SLOTS = 1 << 20;

export interface FirstTime {
  /** Of whoever keeps the table, in units of its own. */
  at: number;
  count: number;
}

export class FirstTimes {
  private readonly tags = new Uint32Array(SLOTS);
  private readonly times = new Uint32Array(SLOTS);
  private readonly counts = new Uint8Array(SLOTS);

  /** Null when the name has not been seen. */
  find(name: string): FirstTime | null {
    const [slot, tag] = placeOf(name);
    if (this.tags[slot] !== tag) return null;
    return { at: this.times[slot] ?? 0, count: this.counts[slot] ?? 0 };
  }

  /** `count` up to 255. */
  set(name: string, at: number, count: number): void {
    const [slot, tag] = placeOf(name);
    this.tags[slot] = tag;
    this.times[slot] = at;
    this.counts[slot] = Math.min(count, 255);
  }

  forget(name: string): void {
    const [slot, tag] = placeOf(name);
    if (this.tags[slot] === tag) this.tags[slot] = 0;
  }
}

/** Two rounds of FNV-1a with different ends: which slot, and what stands in it (never 0). */
function placeOf(text: string): [number, number] {
  let place = 0x811c9dc5;
  let tag = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    place = Math.imul(place ^ unit, 0x01000193);
    tag = Math.imul(tag ^ unit, 0x85ebca6b);
    tag ^= tag >>> 13;
  }
  place ^= place >>> 15;
  return [(place >>> 0) & (SLOTS - 1), (tag | 1) >>> 0];
}
