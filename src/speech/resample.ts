/**
 * Any usual sample rate to the 8,000 of a telephone, by a low-pass filter that is evaluated only at the moments wanted
 * (polyphase, windowed sinc).
 *
 * 1. The same samples give the same result on every machine and in every run.
 * 2. What could fold down into the band of a telephone is gone before: 55 dB from 4.6 kHz on; up to 3.4 kHz nothing is
 *    lost.
 * 3. A long sound is worked on in slices of less than a millisecond, one sound after the other, and the event loop runs
 *    between them: whoever has several sounds gives them one at a time.
 */
import { setImmediate } from 'node:timers/promises';
import { G711_SAMPLES_PER_SECOND } from '../lib/g711.ts';
import type { Sound } from '../lib/wav.ts';

const SLICE_SAMPLES = 2_000;
/** Zero crossings of the sinc on each side. */
const HALF_WIDTH = 14;
/** The middle of the filter's edge, as part of half the lower rate. */
const CUTOFF = 0.98;
/** Of the Kaiser window; 60 dB. */
const BETA = 5.65;
/** The rates 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000 and 96000 need at most 320. */
const MOST_PHASES = 640;

/** Rejects when the rate is none that sound has. */
export async function resample(sound: Sound): Promise<Int16Array> {
  const { samples, samplesPerSecond } = sound;
  if (samplesPerSecond === G711_SAMPLES_PER_SECOND) return samples;
  const filter = filterFor(samplesPerSecond);
  const result = new Int16Array(Math.floor((samples.length * filter.up) / filter.down));
  for (let from = 0; from < result.length; from += SLICE_SAMPLES) {
    if (from > 0) await setImmediate();
    fillSlice(result.subarray(from, from + SLICE_SAMPLES), samples, filter, from);
  }
  return result;
}

interface Filter {
  /** The result has `up` samples for every `down` samples of the sound. */
  readonly up: number;
  readonly down: number;
  readonly taps: number;
  /** For each of the `up` places between two samples its taps, one after the other. */
  readonly weights: Float64Array;
}

/** The samples of the result from `from` on. */
function fillSlice(slice: Int16Array, samples: Int16Array, filter: Filter, from: number): void {
  const { up, down, taps, weights } = filter;
  const before = taps / 2 - 1;
  for (let index = 0; index < slice.length; index += 1) {
    const place = (from + index) * down;
    const first = Math.floor(place / up) - before;
    const phase = (place % up) * taps;
    const start = Math.max(0, -first);
    const end = Math.min(taps, samples.length - first);
    let sum = 0;
    for (let tap = start; tap < end; tap += 1) sum += (samples[first + tap] ?? 0) * (weights[phase + tap] ?? 0);
    slice[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

const filters = new Map<number, Filter>();

function filterFor(samplesPerSecond: number): Filter {
  const known = filters.get(samplesPerSecond);
  if (known) return known;
  const common = greatestCommonDivisor(samplesPerSecond, G711_SAMPLES_PER_SECOND);
  const up = G711_SAMPLES_PER_SECOND / common;
  if (!Number.isInteger(samplesPerSecond) || up > MOST_PHASES || samplesPerSecond > 192_000) {
    throw new Error(`${samplesPerSecond} samples a second is no rate that is known here`);
  }
  const filter = makeFilter(up, samplesPerSecond / common);
  filters.set(samplesPerSecond, filter);
  return filter;
}

function makeFilter(up: number, down: number): Filter {
  // In samples of the sound: one period of the lower of the two rates.
  const stretch = Math.max(1, down / up) / CUTOFF;
  const taps = 2 * Math.ceil(HALF_WIDTH * stretch);
  const weights = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = (tap - (taps / 2 - 1) - phase / up) / stretch;
      const weight = sinc(distance) * kaiser(distance / HALF_WIDTH);
      weights[phase * taps + tap] = weight;
      sum += weight;
    }
    // Each phase passes a constant unchanged.
    for (let tap = 0; tap < taps; tap += 1) weights[phase * taps + tap] = (weights[phase * taps + tap] ?? 0) / sum;
  }
  return { up, down, taps, weights };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** `x` from -1 to 1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA);
}

/** The modified Bessel function of order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
