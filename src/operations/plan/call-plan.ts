/**
 * What the plan of a call says beside that of its message: the language, what is spoken, and for how long.
 *
 * 1. A code that was given is spoken for its length and shown nowhere; one that would be made counts as other digits.
 * 2. A voice that is a service of somebody else's is not asked: what it says may be charged for. Then no length is known.
 */

import type { VoicePrompt } from '../../carriers/carrier.ts';
import { LONGEST_TALK_MS } from '../../carriers/sip/call-settings.ts';
import { talkMs } from '../../carriers/sip/voice/script.ts';
import type { JsonObject } from '../../lib/json.ts';
import { defaultText } from '../../speech/default-texts.ts';
import type { Speech } from '../../speech/speech.ts';

export interface PlannedCall {
  readonly content: VoicePrompt;
  /** Of the code; 0: none is spoken. */
  readonly digits: number;
  /** The code, where the caller gave one. */
  readonly code: string | null;
}

export type SpokenLength = Pick<Speech, 'lengthOf'>;

/** Digits of every length. */
const SOME_DIGITS = '41829367503645189207';

export async function callPlan(speech: SpokenLength, { content, digits, code }: PlannedCall): Promise<JsonObject> {
  const { language, extensionKeys, pressFirst } = content;
  const spoken = digits === 0 ? null : (code ?? SOME_DIGITS.slice(0, digits));
  const text = content.text === '' ? null : content.text;
  const sayingMs = await speech.lengthOf({ language, text, code: spoken });
  return {
    language,
    text: text ?? defaultText(language, 'any'),
    code_digits: digits,
    extension_keys: extensionKeys,
    press_first: pressFirst,
    saying_seconds: sayingMs === null ? null : seconds(sayingMs),
    seconds: sayingMs === null ? null : seconds(Math.min(LONGEST_TALK_MS, talkMs(sayingMs, extensionKeys))),
  };
}

/** To the tenth, upwards. */
function seconds(ms: number): number {
  return Math.ceil(ms / 100) / 10;
}
