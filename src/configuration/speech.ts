/**
 * The settings of speech, as the gateway uses them.
 */
import type { SpeechConfig } from '../speech/create-speech.ts';
import type { Settings } from './schema.ts';

export function toSpeech(speech: Settings['speech']): SpeechConfig {
  return {
    espeakProgram: speech.espeak_program,
    espeakProcesses: speech.espeak_processes,
    wordsPerMinute: speech.words_per_minute,
    digitPauseMs: speech.digit_pause_ms,
    codePauseMs: speech.code_pause_ms,
    cacheMegabytes: speech.cache_megabytes,
  };
}
