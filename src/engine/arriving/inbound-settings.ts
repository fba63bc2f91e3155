/**
 * What an account wants of what people send to it: its words and texts before those of the gateway, and whom it is told.
 * Pure.
 */
import type { AccountSettings } from '../../store/accounts/account.ts';
import type { AnswerTexts, WordList } from './keywords.ts';
import type { InboundSettings } from './record-inbound.ts';

export interface GatewaysOptOut extends AnswerTexts {
  readonly words: readonly WordList[];
}

/** `settings`: of nobody's account none. */
export function inboundSettings(settings: AccountSettings, gateways: GatewaysOptOut): InboundSettings {
  const { inboundUrl: url, inboundMethod: method = 'POST', optOutTexts = {}, optOutLanguages = {} } = settings;
  return {
    words: [...ownWords(settings), ...gateways.words],
    answers: [{ texts: optOutTexts, languages: optOutLanguages }, gateways],
    callback: url === undefined ? null : { url, method },
  };
}

function ownWords({ optOutWords, optOutLanguages = {} }: AccountSettings): WordList[] {
  const { stop = [], start = [], help = [] } = optOutWords ?? {};
  const languages = Object.entries(optOutLanguages).map(([language, lists]) => ({
    language,
    stopWords: lists.stopWords ?? [],
    startWords: lists.startWords ?? [],
    helpWords: lists.helpWords ?? [],
  }));
  return [...languages, { language: null, stopWords: stop, startWords: start, helpWords: help }];
}
