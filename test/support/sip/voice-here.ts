/**
 * The voice process's work in this process, on the test's own clock: in place of the channel between two processes, a
 * microtask and a copy.
 */
import { Voice } from '../../../src/carriers/sip/voice/voice.ts';
import type { OpenVoice, VoiceLink, VoiceListener } from '../../../src/carriers/sip/voice/voice-link.ts';
import type { FromVoice } from '../../../src/carriers/sip/voice/voice-messages.ts';
import type { Context } from '../../../src/context.ts';
import { createContext } from '../../../src/context.ts';

export const openVoiceHere: OpenVoice = (context, settings) => {
  let voice: Voice | null = null;
  let listener: VoiceListener | null = null;
  const hear = (message: FromVoice) => {
    const copy = structuredClone(message);
    queueMicrotask(() => listener?.received(copy));
  };
  const link: VoiceLink = {
    start(given) {
      listener = given;
      const own: Context = createContext({ logLevel: 'silent', log: context.log, clock: context.clock });
      voice = new Voice(own, settings, hear);
      voice.start().catch((error: unknown) => listener?.gone(String(error)));
    },
    send: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => voice?.receive(copy));
    },
    stop: async () => voice?.stop(),
    describe: () => ({ pid: null, starts: 1 }),
  };
  return link;
};
