/**
 * What simulated telephones heard.
 *
 * 1. Memory is bounded: the newest recordings are kept, of whatever telephone. A minute is half a megabyte.
 */
import type { Context } from '../context.ts';
import { decodeG711, type Encoding, G711_SAMPLES_PER_SECOND } from '../lib/g711.ts';
import { iso } from '../lib/instant.ts';
import { writeWav } from '../lib/wav.ts';

export interface HandsetCall {
  readonly id: string;
  /** Digits; empty when the caller did not show a number. */
  readonly from: string;
  /** RFC 3339. */
  readonly started_on: string;
  /** Null when it was not answered. */
  readonly answered_on: string | null;
  readonly ended_on: string;
  /** Keys that the telephone heard. */
  readonly keys: string;
}

export interface HeardAudio {
  readonly from: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number;
  readonly codec: Encoding;
  /** G.711, 8 kHz. */
  readonly audio: Uint8Array;
  readonly keys: string;
}

interface Recording {
  readonly number: string;
  readonly call: HandsetCall;
  readonly codec: Encoding;
  readonly audio: Uint8Array;
}

const MOST_RECORDINGS = 500;

export class HeardCalls {
  private readonly randomBytes: Context['randomBytes'];
  /** By the call's id, oldest first. */
  private readonly recordings = new Map<string, Recording>();

  constructor({ randomBytes }: Pick<Context, 'randomBytes'>) {
    this.randomBytes = randomBytes;
  }

  heard(number: string, { from, startedAt, answeredAt, endedAt, codec, audio, keys }: HeardAudio): void {
    const id = Buffer.from(this.randomBytes(8)).toString('hex');
    const call = {
      id,
      from,
      started_on: iso(startedAt),
      answered_on: answeredAt === null ? null : iso(answeredAt),
      ended_on: iso(endedAt),
      keys,
    };
    this.recordings.set(id, { number, call, codec, audio });
    if (this.recordings.size <= MOST_RECORDINGS) return;
    const [oldest] = this.recordings.keys();
    if (oldest !== undefined) this.recordings.delete(oldest);
  }

  /** Newest last. */
  callsOf(number: string): readonly HandsetCall[] {
    return [...this.recordings.values()].filter((each) => each.number === number).map(({ call }) => call);
  }

  /** 16-bit samples at 8 kHz in a WAV file; null when this telephone had no such call. */
  wavOf(number: string, id: string): Buffer | null {
    const recording = this.recordings.get(id);
    if (recording?.number !== number) return null;
    return writeWav({
      samples: decodeG711(recording.audio, recording.codec),
      samplesPerSecond: G711_SAMPLES_PER_SECOND,
    });
  }
}
