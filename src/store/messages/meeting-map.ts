/**
 * A map by carrier and the carrier's id. Ids are new texts each time and names of carriers are not, so each carrier has a
 * map of its own (lib/text-map.ts): the name of both would be one more new text.
 */
import { TextMap } from '../../lib/text-map.ts';

export interface MeetingKey {
  readonly carrier: string;
  readonly remoteId: string;
}

export class MeetingMap<T> {
  private readonly byCarrier = new Map<string, TextMap<T>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get({ carrier, remoteId }: MeetingKey): T | undefined {
    return this.byCarrier.get(carrier)?.get(remoteId);
  }

  set({ carrier, remoteId }: MeetingKey, value: T): void {
    let ids = this.byCarrier.get(carrier);
    if (!ids) {
      ids = new TextMap();
      this.byCarrier.set(carrier, ids);
    }
    const before = ids.size;
    ids.set(remoteId, value);
    this.count += ids.size - before;
  }
}
