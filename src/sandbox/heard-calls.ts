/**
 * The calls of simulated telephones: those under way, and what was heard in those that are over.
 *
 * 1. Memory is bounded: the newest recordings are kept, of whatever telephone. A minute is half a megabyte. As many calls
 *    are under way as the simulator takes at a time.
 * 2. A call has one id from its first ring on, and keeps its place in the list of its telephone.
 */
import type { Context } from '../context.ts';
import { decodeG711, type Encoding, G711_SAMPLES_PER_SECOND } from '../lib/g711.ts';
import { iso } from '../lib/instant.ts';
import { writeWav } from '../lib/wav.ts';
import { Arrivals } from './arrivals.ts';

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

/** One that is under way. */
export interface LiveHandsetCall extends Omit<HandsetCall, 'ended_on'> {
  readonly ended_on: null;
  readonly state: 'ringing' | 'answered';
}

/** What whoever has the telephone can do with a call; false: not now. */
export interface CallUnderWay {
  readonly id: string;
  readonly from: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly keys: string;
  /** Keys that were pressed at the telephone. */
  readonly pressed: string;
  /** What was heard so far. */
  heardSoFar(): Pick<HeardAudio, 'codec' | 'audio'>;
  accept(): boolean;
  decline(): boolean;
  hangUp(): boolean;
  press(keys: string): boolean;
}

export interface HeardAudio {
  readonly id: string;
  readonly from: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number;
  readonly codec: Encoding;
  /** G.711, 8 kHz. */
  readonly audio: Uint8Array;
  readonly keys: string;
  readonly pressed: string;
}

/** A call as whoever has the telephone in hand sees it. */
export interface CallInSight extends Omit<HandsetCall, 'ended_on'> {
  readonly ended_on: string | null;
  readonly state: 'ringing' | 'answered' | 'over';
  /** Keys that were pressed at the telephone. */
  readonly pressed: string;
  /** Whether something was heard. */
  readonly has_sound: boolean;
}

interface Recording {
  readonly number: string;
  readonly startedAt: number;
  readonly call: HandsetCall;
  readonly codec: Encoding;
  readonly audio: Uint8Array;
  readonly pressed: string;
}

interface UnderWay {
  readonly number: string;
  readonly call: CallUnderWay;
}

const MOST_RECORDINGS = 500;
const MOST_TOLD_TO_WAIT = 10_000;

export class HeardCalls {
  readonly arrivals: Arrivals;
  /** By the call's id, as all that follows: oldest first. */
  private readonly recordings = new Map<string, Recording>();
  private readonly live = new Map<string, UnderWay>();
  /** Telephones that ring until a call is taken in hand, whatever their numbers say. */
  private readonly waiting = new Set<string>();

  private readonly told: (number: string) => void;

  /** `told`: of each change at a telephone. */
  constructor({ clock }: Pick<Context, 'clock'>, told: (number: string) => void) {
    this.arrivals = new Arrivals(clock);
    this.told = told;
  }

  isWaiting(number: string): boolean {
    return this.waiting.has(number);
  }

  setWaiting(number: string, waits: boolean): void {
    this.waiting.delete(number);
    if (!waits) return;
    this.waiting.add(number);
    const [oldest] = this.waiting;
    if (this.waiting.size > MOST_TOLD_TO_WAIT && oldest !== undefined) this.waiting.delete(oldest);
  }

  /** A call under way was answered, or a key was pressed or heard. */
  changed(number: string): void {
    this.told(number);
  }

  rings(number: string, call: CallUnderWay): void {
    this.live.set(call.id, { number, call });
    this.arrivals.arrived(number);
    this.told(number);
  }

  heard(number: string, heard: HeardAudio): void {
    const { id, from, startedAt, answeredAt, endedAt, codec, audio, keys, pressed } = heard;
    this.live.delete(id);
    const call = { id, from, ...timesOf(startedAt, answeredAt), ended_on: iso(endedAt), keys };
    this.recordings.set(id, { number, startedAt, call, codec, audio, pressed });
    this.arrivals.arrived(number);
    const [oldest] = this.recordings.keys();
    if (this.recordings.size > MOST_RECORDINGS && oldest !== undefined) this.recordings.delete(oldest);
    this.told(number);
  }

  /** Of all telephones, those under way as well. */
  *all(): Iterable<{ readonly number: string; readonly call: HandsetCall | LiveHandsetCall }> {
    yield* this.recordings.values();
    for (const { number, call } of this.live.values()) yield { number, call: shownLive(call) };
  }

  /** All, with what whoever has the telephone in hand sees of them, by when they began. */
  inSightAt(number: string): readonly CallInSight[] {
    const over = this.overAt(number).map(
      ({ call, pressed, audio }): CallInSight => ({ ...call, state: 'over', pressed, has_sound: audio.length > 0 }),
    );
    const live = [...this.live.values()].filter((each) => each.number === number);
    const underWay = live.map(({ call }): CallInSight => {
      return { ...shownLive(call), pressed: call.pressed, has_sound: call.heardSoFar().audio.length > 0 };
    });
    return [...over, ...underWay].sort((a, b) => a.started_on.localeCompare(b.started_on));
  }

  /** Those that are over, newest last. */
  callsOf(number: string): readonly HandsetCall[] {
    return this.overAt(number).map(({ call }) => call);
  }

  /** Those under way as well, and all by when they began. */
  callsWithLive(number: string): ReadonlyArray<HandsetCall | LiveHandsetCall> {
    const live = [...this.live.values()]
      .filter((each) => each.number === number)
      .map(({ call }) => ({ startedAt: call.startedAt, call: shownLive(call) }));
    return [...this.overAt(number), ...live].sort((a, b) => a.startedAt - b.startedAt).map(({ call }) => call);
  }

  underWay(number: string, id: string): CallUnderWay | null {
    const found = this.live.get(id);
    return found?.number === number ? found.call : null;
  }

  /** 16-bit samples at 8 kHz in a WAV file; null when this telephone had no such call, or it is not over. */
  wavOf(number: string, id: string): Buffer | null {
    const recording = this.recordings.get(id);
    return recording?.number === number ? wav(recording) : null;
  }

  /** The same, also of what was heard so far. */
  wavSoFar(number: string, id: string): Buffer | null {
    const live = this.underWay(number, id);
    return live ? wav(live.heardSoFar()) : this.wavOf(number, id);
  }

  private overAt(number: string): Recording[] {
    return [...this.recordings.values()].filter((each) => each.number === number);
  }
}

function wav({ audio, codec }: Pick<HeardAudio, 'audio' | 'codec'>): Buffer {
  return writeWav({ samples: decodeG711(audio, codec), samplesPerSecond: G711_SAMPLES_PER_SECOND });
}

function shownLive({ id, from, startedAt, answeredAt, keys }: CallUnderWay): LiveHandsetCall {
  const state = answeredAt === null ? 'ringing' : 'answered';
  return { id, from, ...timesOf(startedAt, answeredAt), ended_on: null, keys, state };
}

function timesOf(startedAt: number, answeredAt: number | null) {
  return { started_on: iso(startedAt), answered_on: answeredAt === null ? null : iso(answeredAt) };
}
