/**
 * Which keys the packets of telephone events mean (RFC 4733, 2.5). Pure but for what it remembers.
 *
 * 1. A key is what one source sends of one event under one time. Any packet of it is enough, in whatever order they come:
 *    the first, a later one, its end, or the end once more.
 * 2. A key that is held longer than the duration field can say comes in segments, each a full duration after the one
 *    before, which has no end (2.5.1.3). They are one key, also when some of them are lost.
 * 3. The marker bit says against rule 2 that a key begins (2.5.1.3). Nowhere else is it asked: the packet that bears it may
 *    be lost, and some set it on each.
 * 4. What is remembered is bounded.
 */
import type { KeyEvent, RtpPacket } from './rtp.ts';

/** The packets of one source, event and time. */
interface Segment {
  readonly ssrc: number;
  readonly key: string;
  readonly timestamp: number;
  isMarked: boolean;
  isEnded: boolean;
}

const FULL_SEGMENT = 0xffff;
/** Two minutes at 8 kHz: nobody holds a key for longer. */
const LONGEST_KEY = 16 * FULL_SEGMENT;
const MOST_REMEMBERED = 32;

export class HeardKeys {
  private readonly segments: Segment[] = [];

  /** How many keys this packet tells of that none before it told of: 0, or 1, or after losses more. */
  hear({ ssrc, timestamp, marker }: Pick<RtpPacket, 'ssrc' | 'timestamp' | 'marker'>, event: KeyEvent): number {
    const { key, isEnd } = event;
    const own = this.segments.filter((each) => each.ssrc === ssrc && each.key === key);
    const before = countKeys(own);
    let segment = own.find((each) => each.timestamp === timestamp);
    if (!segment) {
      segment = { ssrc, key, timestamp, isMarked: false, isEnded: false };
      own.push(segment);
      this.remember(segment);
    }
    segment.isMarked ||= marker;
    segment.isEnded ||= isEnd;
    return countKeys(own) - before;
  }

  /** Rule 4. */
  private remember(segment: Segment): void {
    this.segments.push(segment);
    if (this.segments.length > MOST_REMEMBERED) this.segments.shift();
  }
}

/** Those segments that no other one goes on in. */
function countKeys(segments: readonly Segment[]): number {
  return segments.filter((each) => each.isMarked || !isContinued(each, segments)).length;
}

/** Rule 2: whether the nearest segment before it is the same key. */
function isContinued({ timestamp }: Segment, segments: readonly Segment[]): boolean {
  let nearest: Segment | null = null;
  let least = LONGEST_KEY + 1;
  for (const other of segments) {
    const distance = (timestamp - other.timestamp) >>> 0;
    if (distance === 0 || distance % FULL_SEGMENT !== 0 || distance >= least) continue;
    least = distance;
    nearest = other;
  }
  return nearest !== null && !nearest.isEnded;
}
