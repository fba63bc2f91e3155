/**
 * Ids that carriers gave out lately on this node: most receipts follow their answer within moments, and are matched
 * here without asking the store. It may forget; the meeting rows do not.
 *
 * 1. An id stands here as soon as the answer is known, before it is recorded. A report that is given to the door
 *    after the answer goes through the same queue behind it, so it finds what it is about.
 */
import { type MeetingKey, MeetingMap } from '../../store/messages/meeting-map.ts';
import type { MeetingAttempt } from '../../store/messages/meetings.ts';

const GENERATION_SIZE = 20_000;

export class RecentIds {
  private young = new MeetingMap<MeetingAttempt>();
  private old = new MeetingMap<MeetingAttempt>();

  note(key: MeetingKey, attempt: MeetingAttempt): void {
    if (this.young.size >= GENERATION_SIZE) {
      this.old = this.young;
      this.young = new MeetingMap();
    }
    // An id that is given to several messages is not answered for here.
    const known = this.find(key);
    const isShared = known !== undefined && known.message !== attempt.message;
    this.young.set(key, isShared ? SHARED : attempt);
  }

  find(key: MeetingKey): MeetingAttempt | undefined {
    const found = this.young.get(key) ?? this.old.get(key);
    return found === SHARED ? undefined : found;
  }
}

const SHARED: MeetingAttempt = { message: '', n: 0, part: 0, to: '' };
