/**
 * The voice process: SIP and RTP of one carrier, apart from everything that could hold up their beat.
 *
 * 1. It runs at raised priority where the system allows it.
 * 2. It lives as long as the gateway's end of the channel: when that is gone it hangs up its calls and ends, within 5 s.
 *    Signals are the gateway's affair.
 */
import { constants, setPriority } from 'node:os';
import { createContext } from '../../../context.ts';
import { systemClock } from '../../../lib/clock.ts';
import { keepInspectorShut } from '../../../lib/no-inspector.ts';
import { Voice } from './voice.ts';
import type { FromVoice, ToVoice } from './voice-messages.ts';

const END_WITHIN_MS = 4_500;

keepInspectorShut();
const clock = systemClock();
let voice: Voice | null = null;
let isEnding = false;

function send(message: FromVoice): void {
  // The gateway may have gone in this moment.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

async function start({ settings, logLevel }: Extract<ToVoice, { type: 'start' }>): Promise<void> {
  raisePriority();
  voice = new Voice(createContext({ logLevel, clock }), settings, send);
  try {
    await voice.start();
  } catch (error) {
    send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
    await end();
  }
}

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  // A peer that does not answer must not keep the process.
  clock.setTimer(() => process.exit(1), END_WITHIN_MS);
  await voice?.stop();
  const stopped: FromVoice = { type: 'stopped' };
  // Once it has been written, so has everything before it.
  if (process.connected) process.send?.(stopped, undefined, undefined, () => process.exit(0));
  else process.exit(0);
}

function raisePriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    // Only for whom the system trusts: it works without, on a machine that is not busy.
  }
}

process.on('message', (message: ToVoice) => {
  if (message.type === 'start') void start(message);
  else if (message.type === 'stop') void end();
  else voice?.receive(message);
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
