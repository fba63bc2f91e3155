/**
 * Reads an agent message as strictly as the real RBM does (reference: phones.agentMessages). Pure.
 */
import { asJsonObject, type JsonObject, parseJsonObject } from '../../lib/json.ts';

export interface SimulatedCard {
  readonly orientation: 'VERTICAL' | 'HORIZONTAL';
  readonly media_url: string;
  readonly button: { readonly text: string; readonly phone_number: string; readonly payload: string };
}

export interface AgentMessage {
  readonly text?: string;
  readonly card?: SimulatedCard;
  readonly ttlMs: number | null;
}

const LONGEST_TEXT = 3_072;
const LONGEST_SUGGESTION = 25;
const LONGEST_POSTBACK = 2_048;
const LONGEST_TTL_S = 15 * 86_400;
const TRAFFIC = ['AUTHENTICATION', 'TRANSACTION', 'PROMOTION', 'SERVICEREQUEST', 'ACKNOWLEDGEMENT'];

/** The message, or what is wrong with it. */
export function readAgentMessage(body: Buffer): AgentMessage | string {
  const post = parseJsonObject(body);
  if (!post) return 'the body is not a JSON object';
  const traffic = post.messageTrafficType;
  if (traffic !== undefined && !TRAFFIC.some((type) => type === traffic)) return 'messageTrafficType is not known';
  const ttlMs = readTtl(post.ttl);
  if (typeof ttlMs === 'string') return ttlMs;
  const content = asJsonObject(post.contentMessage);
  if (!content) return 'contentMessage is missing';
  if (typeof content.text === 'string') {
    if (content.text === '' || content.text.length > LONGEST_TEXT) return `text has 1 to ${LONGEST_TEXT} characters`;
    return { text: content.text, ttlMs };
  }
  const standalone = asJsonObject(asJsonObject(content.richCard)?.standaloneCard);
  if (!standalone) return 'contentMessage has neither text nor a standalone card';
  const card = readCard(standalone);
  return typeof card === 'string' ? card : { card, ttlMs };
}

function readTtl(ttl: unknown): number | null | string {
  if (ttl === undefined) return null;
  const seconds = typeof ttl === 'string' ? Number(/^(\d+(?:\.\d+)?)s$/.exec(ttl)?.[1] ?? Number.NaN) : Number.NaN;
  if (!(seconds > 0 && seconds <= LONGEST_TTL_S)) return 'ttl is a duration of up to 15 days, such as "600s"';
  return seconds * 1_000;
}

function readCard(standalone: JsonObject): SimulatedCard | string {
  const orientation = standalone.cardOrientation;
  if (orientation !== 'VERTICAL' && orientation !== 'HORIZONTAL') return 'cardOrientation is VERTICAL or HORIZONTAL';
  const alignment = standalone.thumbnailImageAlignment;
  if (orientation === 'HORIZONTAL' && alignment !== 'LEFT' && alignment !== 'RIGHT') {
    return 'thumbnailImageAlignment is needed on a horizontal card';
  }
  const content = asJsonObject(standalone.cardContent);
  const media = asJsonObject(content?.media);
  const url = asJsonObject(media?.contentInfo)?.fileUrl;
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return 'media.contentInfo.fileUrl must be a URL';
  if (orientation === 'VERTICAL' && !['SHORT', 'MEDIUM', 'TALL'].some((height) => height === media?.height)) {
    return 'media.height is SHORT, MEDIUM or TALL on a vertical card';
  }
  const suggestions: unknown = content?.suggestions;
  if (!Array.isArray(suggestions) || suggestions.length !== 1) return 'the card has one suggestion';
  const button = readButton(asJsonObject(asJsonObject(suggestions[0])?.action) ?? undefined);
  return typeof button === 'string' ? button : { orientation, media_url: url, button };
}

function readButton(action: JsonObject | undefined): SimulatedCard['button'] | string {
  const { text, postbackData } = action ?? {};
  const number = asJsonObject(action?.dialAction)?.phoneNumber;
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_SUGGESTION) {
    return `a suggestion's text has 1 to ${LONGEST_SUGGESTION} characters`;
  }
  if (typeof postbackData !== 'string' || postbackData.length > LONGEST_POSTBACK) {
    return `postbackData has at most ${LONGEST_POSTBACK} characters`;
  }
  if (typeof number !== 'string' || !/^\+\d{4,15}$/.test(number)) return 'dialAction.phoneNumber is E.164 with a plus';
  return { text, phone_number: number.slice(1), payload: postbackData };
}
