/**
 * How loud speech is, and where it begins and ends. Pure.
 *
 * 1. Loudness is the power while somebody speaks, not of the pauses: -20 dB of full scale, where voices on the
 *    telephone lie, and no peak above -1 dB.
 * 2. Sounds that belong together, such as ten digits, are changed by one factor, so that a weak word stays weaker.
 * 3. The ends are cut where they are 40 dB below the loudest moment; a little is left, so that no soft consonant is
 *    lost.
 */

const FRAME_SAMPLES = 40;
const TARGET_POWER = (32_768 * 10 ** (-20 / 20)) ** 2;
const HIGHEST_PEAK = 32_768 * 10 ** (-1 / 20);
/** 30 dB: what is softer is no voice. */
const LARGEST_FACTOR = 31.6;
const SILENT_PART = 1e-4;
const MARGIN_SAMPLES = 120;

export function level(sounds: readonly Int16Array[]): readonly Int16Array[] {
  const peak = sounds.reduce((highest, sound) => Math.max(highest, peakOf(sound)), 0);
  const spoken = activePower(sounds);
  if (spoken === 0) return sounds;
  const factor = Math.min(Math.sqrt(TARGET_POWER / spoken), HIGHEST_PEAK / peak, LARGEST_FACTOR);
  return sounds.map((sound) => amplified(sound, factor));
}

function peakOf(sound: Int16Array): number {
  let peak = 0;
  for (let index = 0; index < sound.length; index += 1) peak = Math.max(peak, Math.abs(sound[index] ?? 0));
  return peak;
}

function amplified(sound: Int16Array, factor: number): Int16Array {
  const louder = new Int16Array(sound.length);
  for (let index = 0; index < sound.length; index += 1) louder[index] = Math.round((sound[index] ?? 0) * factor);
  return louder;
}

/** Without the silence at both ends; empty when it is silent throughout. */
export function trim(sound: Int16Array): Int16Array {
  const powers = framePowers(sound);
  const least = loudest(powers) * SILENT_PART;
  const first = powers.findIndex((power) => power > least);
  if (first < 0) return new Int16Array();
  const last = powers.findLastIndex((power) => power > least);
  return sound.slice(Math.max(0, first * FRAME_SAMPLES - MARGIN_SAMPLES), (last + 1) * FRAME_SAMPLES + MARGIN_SAMPLES);
}

function activePower(sounds: readonly Int16Array[]): number {
  const powers = sounds.flatMap((sound) => [...framePowers(sound)]);
  const least = loudest(powers) * SILENT_PART;
  const active = powers.filter((power) => power > least);
  return active.length === 0 ? 0 : active.reduce((sum, power) => sum + power, 0) / active.length;
}

function loudest(powers: readonly number[] | Float64Array): number {
  let most = 0;
  for (const power of powers) most = Math.max(most, power);
  return most;
}

/** The mean square of each 5 ms. */
function framePowers(sound: Int16Array): Float64Array {
  const powers = new Float64Array(Math.ceil(sound.length / FRAME_SAMPLES));
  for (let frame = 0; frame < powers.length; frame += 1) {
    const end = Math.min(sound.length, (frame + 1) * FRAME_SAMPLES);
    let sum = 0;
    for (let index = frame * FRAME_SAMPLES; index < end; index += 1) sum += (sound[index] ?? 0) ** 2;
    powers[frame] = sum / FRAME_SAMPLES;
  }
  return powers;
}
