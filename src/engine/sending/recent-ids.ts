/**
 * Ids that carriers gave out lately on this node: most receipts follow their answer within moments, and are matched
 * here without asking the store. It may forget; the meeting rows do not.
 *
 * 1. An id stands here as soon as the answer is known, before it is recorded. A report that is given to the door
 *    after the answer goes through the same queue behind it, so it finds what it is about.
 */
import { TextMap } from '../../lib/text-map.ts';
import type { MeetingAttempt } from '../../store/messages/meetings.ts';

const GENERATION_SIZE = 20_000;

export class RecentIds {
  private young = new TextMap<MeetingAttempt>();
  private old = new TextMap<MeetingAttempt>();

  note(name: string, attempt: MeetingAttempt): void {
    if (this.young.size >= GENERATION_SIZE) {
      this.old = this.young;
      this.young = new TextMap();
    }
    // An id that is given to several messages is not answered for here.
    const known = this.find(name);
    const isShared = known !== undefined && known.message !== attempt.message;
    this.young.set(name, isShared ? SHARED : attempt);
  }

  find(name: string): MeetingAttempt | undefined {
    const found = this.young.get(name) ?? this.old.get(name);
    return found === SHARED ? undefined : found;
  }
}

const SHARED: MeetingAttempt = { message: '', n: 0, part: 0, to: '' };
