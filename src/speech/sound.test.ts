import assert from 'node:assert/strict';
import { test } from 'node:test';
import { level, trim } from './loudness.ts';
import { resample } from './resample.ts';

function tone(hertz: number, samplesPerSecond: number, seconds: number, amplitude = 10_000): Int16Array {
  return Int16Array.from({ length: samplesPerSecond * seconds }, (_, index) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond)),
  );
}

/** Root mean square of the middle, where the ends are not felt. */
function power(samples: Int16Array): number {
  const middle = samples.subarray(400, samples.length - 400);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

function decibels(heard: number, sent: number): number {
  return 20 * Math.log10(heard / sent);
}

const RATES = [11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

test('what a telephone carries passes every usual sample rate unchanged', async () => {
  for (const rate of RATES) {
    for (const hertz of [200, 1_000, 3_000, 3_400]) {
      const heard = await resample({ samples: tone(hertz, rate, 0.5), samplesPerSecond: rate });
      assert.ok(Math.abs(heard.length - 4_000) <= 1, `${rate}: ${heard.length} samples`);
      const change = decibels(power(heard), power(tone(hertz, rate, 0.5)));
      assert.ok(Math.abs(change) < 0.3, `${hertz} Hz at ${rate}: ${change.toFixed(2)} dB`);
    }
  }
});

test('what lies above the telephone band does not fold into it', async () => {
  for (const rate of RATES) {
    for (const hertz of [4_600, 5_200]) {
      const heard = await resample({ samples: tone(hertz, rate, 0.5), samplesPerSecond: rate });
      const change = decibels(power(heard) + 1e-9, power(tone(hertz, rate, 0.5)));
      assert.ok(change < -55, `${hertz} Hz at ${rate}: ${change.toFixed(1)} dB`);
    }
  }
});

test('a sound of 8,000 samples a second stays as it is, and a rate that nothing has is refused', async () => {
  const samples = tone(500, 8_000, 0.1);
  assert.equal(await resample({ samples, samplesPerSecond: 8_000 }), samples);
  await assert.rejects(resample({ samples, samplesPerSecond: 22_051 }), /22051 samples a second/);
  await assert.rejects(resample({ samples, samplesPerSecond: 16_000_000 }), /no rate/);
});

test('soft and loud voices come out equally loud, and sounds of one voice keep their distance', () => {
  for (const amplitude of [600, 4_000, 20_000]) {
    const [loud = new Int16Array(), soft = new Int16Array()] = level([
      tone(500, 8_000, 1, amplitude),
      tone(500, 8_000, 1, amplitude / 2),
    ]);
    const both = Math.sqrt((power(loud) ** 2 + power(soft) ** 2) / 2);
    assert.ok(Math.abs(decibels(both, 32_768) + 20) < 0.2, `${amplitude}: ${decibels(both, 32_768).toFixed(1)} dB`);
    assert.ok(Math.abs(decibels(power(loud), power(soft)) - 6) < 0.2);
  }
});

test('a click does not become louder than what can be sent, and silence stays silence', () => {
  const click = tone(500, 8_000, 1, 400);
  click[4_000] = 20_000;
  const [levelled = new Int16Array()] = level([click]);
  assert.ok(Math.abs((levelled[4_000] ?? 0) - 29_204) < 5, String(levelled[4_000]));
  assert.ok(levelled.every((sample) => Math.abs(sample) <= 29_205));
  assert.deepEqual(level([new Int16Array(100)]), [new Int16Array(100)]);
});

test('silence at the ends goes, and the voice keeps 15 ms around it', () => {
  const voice = tone(500, 8_000, 0.25);
  const around = new Int16Array(8_000 + voice.length + 4_000);
  around.set(voice, 8_000);
  const trimmed = trim(around);
  assert.ok(Math.abs(trimmed.length - (voice.length + 240)) <= 40, String(trimmed.length));
  assert.deepEqual(trim(new Int16Array(1_000)), new Int16Array());
  assert.deepEqual(trim(new Int16Array()), new Int16Array());
});
