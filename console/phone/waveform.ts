/**
 * The waveform of a recording: a WAV file of 16-bit samples, as the gateway makes it, to some bars of 0 to 1. Pure.
 */
export interface Waveform {
  readonly bars: readonly number[];
  readonly seconds: number;
}

const FORMAT = 0x666d7420;
const DATA = 0x64617461;

/** Null: that is no such file. */
export function waveformOf(file: ArrayBuffer, count: number): Waveform | null {
  const view = new DataView(file);
  const rate = chunkOf(view, FORMAT);
  const data = chunkOf(view, DATA);
  if (!rate || !data || rate.length < 16) return null;
  const samplesPerSecond = view.getUint32(rate.start + 4, true);
  const total = Math.floor(data.length / 2);
  if (samplesPerSecond === 0) return null;
  const peaks = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * total) / count);
    const to = Math.floor(((bar + 1) * total) / count);
    return loudness(view, data.start, { from, to });
  });
  const most = Math.max(...peaks, 1);
  return { bars: peaks.map((peak) => peak / most), seconds: total / samplesPerSecond };
}

/** The root of the mean square: what the ear takes for how loud it is. */
function loudness(view: DataView, start: number, { from, to }: { readonly from: number; readonly to: number }): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += view.getInt16(start + at * 2, true) ** 2;
  return to > from ? Math.sqrt(sum / (to - from)) : 0;
}

function chunkOf(view: DataView, name: number): { readonly start: number; readonly length: number } | null {
  let at = 12;
  while (at + 8 <= view.byteLength) {
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (view.getUint32(at) === name) return { start, length: Math.min(length, view.byteLength - start) };
    at = start + length + (length % 2);
  }
  return null;
}
