/**
 * What a diagnosis says of speech: which voices there are.
 */
import { type Check, ok, warn } from '../lib/checks.ts';
import type { Speech } from '../speech/speech.ts';

export function checkSpeech(speech: Pick<Speech, 'describe'>): Check {
  const { engines, languages } = speech.describe();
  const usable = engines.filter(({ isUsable }) => isUsable).map(({ name, version }) => `${name} ${version}`);
  if (usable.length > 0) return ok('speech', `${usable.join(', then ')}; ${languages.length} languages`);
  return warn(
    'speech',
    'no voice: verification calls cannot be placed',
    'install espeak-ng (apt-get install espeak-ng), or the npm package espeak-ng, and start the gateway again',
  );
}
