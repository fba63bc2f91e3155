/**
 * Reads an agent message as strictly as the real RBM does (reference: phones.agentMessages). Pure.
 *
 * 1. Of text, file and rich card a message has one; suggestions may stand beside each.
 */
import { parseJsonObject } from '../../lib/json.ts';
import { readContentInfo, readRichCard, refuseUploadedFile, type SimulatedRichCard } from './simulator-card.ts';
import { type At, BadMessage, has, objectAt, objectIn, oneOf, textIn, timeIn, wordIn } from './simulator-fields.ts';
import { readSuggestions, type SimulatedButton } from './simulator-suggestions.ts';

/** What arrives on the handset. */
export interface SimulatedContent extends SimulatedRichCard {
  readonly text?: string;
  readonly file?: { readonly url: string };
  readonly suggestions?: readonly SimulatedButton[];
}

export interface AgentMessage {
  readonly content: SimulatedContent;
  readonly ttlMs: number | null;
}

const LONGEST_TEXT = 3_072;
const MOST_SUGGESTIONS = 11;
const LONGEST_TTL_S = 15 * 86_400;
const TRAFFIC = ['AUTHENTICATION', 'TRANSACTION', 'PROMOTION', 'SERVICEREQUEST', 'ACKNOWLEDGEMENT'];
/** `name` and `sendTime` are RBM's to say; it ignores what others write there. */
const FIELDS = ['name', 'sendTime', 'contentMessage', 'messageTrafficType', 'ttl', 'expireTime'];
const KINDS = ['text', 'richCard', 'contentInfo', 'uploadedRbmFile'] as const;

/** The message, or what is wrong with it. */
export function readAgentMessage(body: Buffer): AgentMessage | string {
  const post = parseJsonObject(body);
  if (!post) return 'the body is not a JSON object';
  try {
    const message = objectAt(post, 'message', FIELDS);
    if (has(message, 'messageTrafficType')) wordIn(message, 'messageTrafficType', TRAFFIC);
    const ttlMs = readTtl(message);
    const content = objectIn(message, 'contentMessage', [...KINDS, 'suggestions']);
    const suggestions = readSuggestions(content, MOST_SUGGESTIONS);
    return { content: { ...readContent(content), ...(suggestions.length === 0 ? {} : { suggestions }) }, ttlMs };
  } catch (error) {
    if (error instanceof BadMessage) return error.message;
    throw error;
  }
}

/** Whether a device shows it that has no feature at all: texts, files and replies need none. */
export function isPlain({ card, carousel, suggestions = [] }: SimulatedContent): boolean {
  return !card && !carousel && suggestions.every(({ type }) => type === 'reply');
}

function readContent(content: At): SimulatedContent {
  switch (oneOf(content, KINDS)) {
    case 'text':
      return { text: textIn(content, 'text', LONGEST_TEXT) };
    case 'contentInfo':
      return { file: { url: readContentInfo(content) } };
    case 'richCard':
      return readRichCard(content);
    case 'uploadedRbmFile':
      return refuseUploadedFile(content);
  }
}

/** Time to live, or null; RBM takes the instant of the end in its place. */
function readTtl(message: At): number | null {
  if (has(message, 'ttl') && has(message, 'expireTime')) throw new BadMessage('message has one of ttl and expireTime');
  if (has(message, 'expireTime')) timeIn(message, 'expireTime');
  if (!has(message, 'ttl')) return null;
  const { ttl } = message.values;
  const seconds =
    typeof ttl === 'string' ? Number(/^(\d{1,10}(?:\.\d{1,9})?)s$/.exec(ttl)?.[1] ?? Number.NaN) : Number.NaN;
  if (seconds > 0 && seconds <= LONGEST_TTL_S) return seconds * 1_000;
  throw new BadMessage('message.ttl is a duration of up to 15 days, such as "600s"');
}
