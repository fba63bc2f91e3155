/**
 * The templates of accounts in memory, so that a message that names one costs no query.
 *
 * 1. What `find` returns was read from the store at most `STALE_AFTER_MS` ago, on every node. What was not found is
 *    asked for again each time, so a new template is known everywhere at once.
 * 2. Questions for the same template share one query.
 */
import type { Context } from '../../context.ts';
import { type AccountTemplate, findTemplate, type TemplateKey } from '../../store/accounts/templates.ts';
import type { Database } from '../../store/database.ts';

export interface TemplateDirectory {
  /** At once when it is in memory. Rejects with StoreDown. */
  find(key: TemplateKey): AccountTemplate | Promise<AccountTemplate | null>;
  /** It was removed here. */
  forget(key: TemplateKey): void;
}

const STALE_AFTER_MS = 2_000;
const MOST_KEPT = 2_000;

interface Entry {
  readonly template: AccountTemplate;
  /** Monotonic, before the query was sent. */
  readonly readAt: number;
}

export function createTemplateDirectory({ clock }: Pick<Context, 'clock'>, db: Database): TemplateDirectory {
  const entries = new Map<string, Entry>();
  const wanted = new Map<string, Promise<AccountTemplate | null>>();

  async function read(id: string, key: TemplateKey): Promise<AccountTemplate | null> {
    const readAt = clock.monotonic();
    try {
      const template = await findTemplate(db, key);
      // What was forgotten meanwhile is not known again.
      if (template && wanted.has(id)) keep(id, { template, readAt });
      return template;
    } finally {
      wanted.delete(id);
    }
  }

  function keep(id: string, entry: Entry): void {
    entries.delete(id);
    const [oldest] = entries.size >= MOST_KEPT ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
    entries.set(id, entry);
  }

  return {
    find(key) {
      const id = idOf(key);
      const entry = entries.get(id);
      if (entry && clock.monotonic() - entry.readAt <= STALE_AFTER_MS) return entry.template;
      const underWay = wanted.get(id);
      if (underWay) return underWay;
      const reading = read(id, key);
      wanted.set(id, reading);
      return reading;
    },
    forget(key) {
      const id = idOf(key);
      entries.delete(id);
      wanted.delete(id);
    },
  };
}

function idOf({ accountId, channel, name }: TemplateKey): string {
  return JSON.stringify([accountId, channel, name]);
}
