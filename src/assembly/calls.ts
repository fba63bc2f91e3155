/**
 * Gives the carriers of calls what they need: codes, speech, and where the result of a call is stored.
 */
import type { Carrier } from '../carriers/carrier.ts';
import { takes } from '../carriers/channels.ts';
import type { CallSupport } from '../carriers/sip/carrier.ts';
import type { Saying } from '../carriers/sip/voice/words.ts';
import type { Context } from '../context.ts';
import type { CodeSecrets } from '../engine/data/code-secrets.ts';
import { messageIdOf } from '../lib/ids.ts';
import { pressFirstText } from '../operations/place-verification-call/press-first.ts';
import type { PromptRequest, Speech } from '../speech/speech.ts';
import type { Database } from '../store/database.ts';
import { keepCallFacts } from '../store/messages/calls.ts';

const DEFAULT_LANGUAGE = 'en-US';

/**
 * Has the default language spoken once where a carrier places calls, so that the first callee does not wait for it.
 * Returns at once; a voice that fails says so when it is needed.
 */
export function warmUpSpeech({ log }: Pick<Context, 'log'>, speech: Speech, carriers: readonly Carrier[]): void {
  const places = ({ channel, isElsewhere }: Carrier) => takes(channel, 'voice_prompt') && isElsewhere !== true;
  if (!carriers.some(places)) return;
  const language = speech.resolveLanguage(DEFAULT_LANGUAGE);
  if (language === null) return;
  speech
    .prompt({ language, text: null, code: '0123456789', encoding: 'PCMU' })
    .catch((error: unknown) => log.warn({ err: error }, 'the default language could not be spoken'));
}

/** Another codec costs no second saying: most callees take the one that is offered first. */
async function saying(speech: Pick<Speech, 'prompt'>, asked: Omit<PromptRequest, 'encoding'>): Promise<Saying> {
  const prompt = await speech.prompt({ ...asked, encoding: 'PCMU' });
  return (codec) => prompt.in(codec);
}

/** A call is the one attempt of its message. */
const FIRST = 1;

export function createCallSupport(
  { log }: Pick<Context, 'log'>,
  db: Database,
  secrets: CodeSecrets,
  speech: Pick<Speech, 'prompt'>,
): CallSupport {
  return {
    codeOf: (attemptId) => secrets.take(messageIdOf(attemptId, FIRST)),
    message: ({ language, text }, code) => saying(speech, { language, text: text === '' ? null : text, code }),
    pressFirst: (language, key) => saying(speech, { language, text: pressFirstText(language), code: key }),
    async keep(attemptId, { end, why, trace, ...facts }) {
      const { cause, by, trunk, status: sipStatus, q850, reason } = end;
      const kept = {
        ...facts,
        cause,
        by,
        trunk,
        sipStatus,
        q850,
        reason: why === null ? reason : `${reason} (${why})`,
      };
      await keepCallFacts(db, messageIdOf(attemptId, FIRST), kept, trace).catch((error) =>
        log.warn({ err: error, attempt: attemptId }, 'what became of a call could not be kept'),
      );
    },
  };
}
