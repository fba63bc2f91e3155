/**
 * The settings of speech, as the gateway uses them.
 */
import { availableParallelism } from 'node:os';
import { type Problem, valueProblem } from '../lib/problems.ts';
import type { SpeechConfig } from '../speech/create-speech.ts';
import { parseHttpVoiceSettings } from '../speech/http-settings.ts';
import type { Settings } from './schema.ts';

/** Each takes memory: more than these are for the operator to decide. */
const MOST_BY_ITSELF = 8;

/** What is wrong goes to `problems`. */
export function toSpeech(speech: Settings['speech'], problems: Problem[]): SpeechConfig {
  return {
    espeakProgram: speech.espeak_program,
    espeakProcesses: speech.espeak_processes ?? Math.min(availableParallelism(), MOST_BY_ITSELF),
    wordsPerMinute: speech.words_per_minute,
    digitPauseMs: speech.digit_pause_ms,
    codePauseMs: speech.code_pause_ms,
    cacheMegabytes: speech.cache_megabytes,
    http: speech.http && httpVoice(speech.http, problems),
  };
}

function httpVoice(settings: object, problems: Problem[]): SpeechConfig['http'] {
  try {
    return parseHttpVoiceSettings(settings);
  } catch (error) {
    const text = error instanceof Error ? error.message : 'the settings are not valid';
    problems.push(valueProblem(['speech', 'http'], text));
    return null;
  }
}
