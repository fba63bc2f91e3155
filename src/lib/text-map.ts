/**
 * A map by texts that are new each time, such as ids of carriers. It only grows: who has one lets go of it as a whole.
 *
 * 1. The runtime interns what a Map is asked for: a new text is copied into a table of the process, which costs 400 to 600 ns
 *    and moves it to where little is collected. Here the keys are numbers made from the texts. For texts that stay the same,
 *    such as names of carriers, a Map is the better one.
 * 2. Texts that come to the same number stand in a chain, and are compared.
 */
interface Entry<T> {
  readonly text: string;
  value: T;
  readonly next: Entry<T> | undefined;
}

export class TextMap<T> {
  private readonly chains = new Map<number, Entry<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get(text: string): T | undefined {
    return this.count === 0 ? undefined : entryIn(this.chains.get(numberOf(text)), text)?.value;
  }

  set(text: string, value: T): void {
    const number = numberOf(text);
    const first = this.chains.get(number);
    const known = entryIn(first, text);
    if (known) {
      known.value = value;
      return;
    }
    this.chains.set(number, { text, value, next: first });
    this.count += 1;
  }
}

/** Rule 2. */
function entryIn<T>(first: Entry<T> | undefined, text: string): Entry<T> | undefined {
  let entry = first;
  while (entry && entry.text !== text) entry = entry.next;
  return entry;
}

/** FNV-1a over UTF-16 units: 32 bits. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
