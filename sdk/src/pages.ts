/**
 * Lists by cursor: all their items with `for await`, or page by page.
 *
 * 1. A list is asked for a page when its reader gets there, never ahead.
 * 2. A page may hold nothing and go on: a list is over when `next` is null, or where it has `more` (what comes in, events)
 *    when that is false.
 */

export interface Page<T> {
  readonly items: readonly T[];
  /** For `after`. Null: there is none. */
  readonly next: string | null;
  readonly more: boolean;
}

/** Asks for the page after the cursor; undefined: the first. */
export type AskPage<T> = (after: string | undefined) => Promise<Page<T>>;

export class List<T> implements AsyncIterable<T> {
  private readonly ask: AskPage<T>;
  private readonly after: string | undefined;

  constructor(ask: AskPage<T>, after?: string) {
    this.ask = ask;
    this.after = after;
  }

  /** The page at which the list begins. */
  page(): Promise<Page<T>> {
    return this.ask(this.after);
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let after = this.after; ; ) {
      const page = await this.ask(after);
      yield page;
      if (!page.more) return;
      after = page.next ?? undefined;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** The first so many, all of them unless said. */
  async toArray(most = Number.POSITIVE_INFINITY): Promise<T[]> {
    const found: T[] = [];
    if (most <= 0) return found;
    for await (const item of this) {
      found.push(item);
      if (found.length >= most) break;
    }
    return found;
  }
}

/** What the gateway answers to a list: its items under a name of their own. */
export function pageOf<T>(body: Record<string, unknown>, name: string): Page<T> {
  const next = body.next === undefined || body.next === null ? null : String(body.next);
  return { items: body[name] as T[], next, more: (body.more as boolean | undefined) ?? next !== null };
}
