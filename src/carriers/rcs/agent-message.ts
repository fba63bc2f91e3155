/**
 * What goes to RBM: the resources of the API (v1) and the body of an agent message. Pure.
 *
 * 1. `messageId` is the id of the attempt. RBM ignores a second message with a used id, so sending again is safe.
 * 2. `ttl` always goes out: without one RBM keeps a message for 30 days, long after it was given up here. It is rounded
 *    down, 1 s at least and 15 days at most (phones.agentMessages, `ttl`). Below 10 s RBM may report both a revocation
 *    and a delivery; the delivery counts, whichever comes first.
 */
import type { Card, Content, MessageType, RcsCard, RcsCarousel, SubmitJob, Suggestion } from '../carrier.ts';
import { asCard, type MediaHeight, suggestionsOf } from '../content.ts';
import type { RbmSettings } from './settings.ts';

const SHORTEST_TTL_MS = 1_000;
const LONGEST_TTL_MS = 15 * 24 * 3600 * 1000;

/** The prefix of every path: what stands in `base_url` behind the host, and `/v1` once. */
export function apiPath(baseUrl: string): string {
  const path = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return path.endsWith('/v1') ? path : `${path}/v1`;
}

/** POST sends, DELETE revokes. `recipient` is digits with country code. */
export function sendPath(api: string, agentId: string, recipient: string, messageId: string): string {
  const query = new URLSearchParams({ messageId, agentId });
  return `${api}/phones/${e164(recipient)}/agentMessages?${query}`;
}

export function revokePath(api: string, agentId: string, recipient: string, messageId: string): string {
  const query = new URLSearchParams({ agentId });
  return `${api}/phones/${e164(recipient)}/agentMessages/${encodeURIComponent(messageId)}?${query}`;
}

export function capabilitiesPath(api: string, agentId: string, recipient: string, requestId: string): string {
  const query = new URLSearchParams({ requestId, agentId });
  return `${api}/phones/${e164(recipient)}/capabilities?${query}`;
}

/** POST: which of many numbers can be reached. */
export function reachPath(api: string): string {
  return `${api}/users:batchGet`;
}

/** `recipients`: digits with country code. */
export function reachQuestion(agentId: string, recipients: readonly string[]): object {
  return { users: recipients.map((recipient) => `+${recipient}`), agentId };
}

function e164(recipient: string): string {
  return encodeURIComponent(`+${recipient}`);
}

export type MessageStyle = Pick<RbmSettings, 'horizontal_image_alignment' | 'media_height' | 'message_traffic_type'>;

/** The JSON body of an agent message; `at` is wall time, epoch milliseconds. */
export function agentMessage(
  job: Pick<SubmitJob, 'content' | 'messageType' | 'validUntil'>,
  style: MessageStyle,
  at: number,
): object {
  const leftMs = Math.max(SHORTEST_TTL_MS, Math.min(job.validUntil - at, LONGEST_TTL_MS));
  return {
    messageTrafficType: trafficType(job.messageType, style),
    ttl: `${Math.floor(leftMs / 1000)}s`,
    contentMessage: contentMessage(job.content, style),
  };
}

function trafficType(messageType: MessageType, style: MessageStyle): string {
  const types = { OTP: 'otp', ARN: 'arn', MKT: 'mkt' } as const;
  return style.message_traffic_type[types[messageType]];
}

type Json = Record<string, unknown>;

/** AgentContentMessage: the message itself, and the suggestions beside it. */
function contentMessage(content: Content, style: MessageStyle): object {
  switch (content.type) {
    case 'rcs_dial_card':
      return contentMessage(asCard(content), style);
    case 'rcs_card':
      return withSuggestions({ richCard: { standaloneCard: standaloneCard(content, style) } }, content.suggestions);
    case 'rcs_carousel':
      return withSuggestions({ richCard: { carouselCard: carouselCard(content, style) } }, content.suggestions);
    case 'rcs_file':
      return withSuggestions({ contentInfo: contentInfo(content.url) }, content.suggestions);
    case 'rcs_text':
      return withSuggestions({ text: content.text }, content.suggestions);
    case 'sms_text':
    case 'voice_prompt':
      return { text: content.text };
  }
}

/** A horizontal card has an alignment and no height; a vertical one a height and no alignment. */
function standaloneCard({ orientation, imageAlignment, card }: RcsCard, style: MessageStyle): object {
  if (orientation === 'VERTICAL') {
    return { cardOrientation: 'VERTICAL', cardContent: cardContent(card, card.mediaHeight ?? style.media_height) };
  }
  return {
    cardOrientation: 'HORIZONTAL',
    thumbnailImageAlignment: imageAlignment ?? style.horizontal_image_alignment,
    cardContent: cardContent(card),
  };
}

/** A small carousel has no tall images, whatever the carrier is set to. */
function carouselCard({ width, cards }: RcsCarousel, style: MessageStyle): object {
  const height = width === 'SMALL' && style.media_height === 'TALL' ? 'MEDIUM' : style.media_height;
  return { cardWidth: width, cardContents: cards.map((card) => cardContent(card, card.mediaHeight ?? height)) };
}

function cardContent({ title, description, mediaUrl, suggestions }: Card, height?: MediaHeight): object {
  const content: Json = {};
  if (title !== undefined) content.title = title;
  if (description !== undefined) content.description = description;
  if (mediaUrl !== undefined) {
    const info = contentInfo(mediaUrl);
    content.media = height === undefined ? { contentInfo: info } : { height, contentInfo: info };
  }
  return withSuggestions(content, suggestions);
}

function contentInfo(fileUrl: string): object {
  return { fileUrl, forceRefresh: false };
}

/** Adds to what it is given, as all of this: a card goes out a thousand times a second. */
function withSuggestions(content: Json, suggestions?: readonly Suggestion[]): object {
  if (suggestions !== undefined && suggestions.length > 0) content.suggestions = suggestions.map(suggestionJson);
  return content;
}

function suggestionJson(suggestion: Suggestion): object {
  const { text, payload: postbackData } = suggestion;
  if (suggestion.type === 'reply') return { reply: { text, postbackData } };
  if (suggestion.type === 'dial') {
    return { action: { text, postbackData, dialAction: { phoneNumber: `+${suggestion.phoneNumber}` } } };
  }
  return { action: { text, postbackData, ...actionJson(suggestion) } };
}

function actionJson(suggestion: Exclude<Suggestion, { readonly type: 'reply' | 'dial' }>): object {
  switch (suggestion.type) {
    case 'url':
      return { openUrlAction: { url: suggestion.url, ...openingOf(suggestion.view) } };
    case 'location':
      return { viewLocationAction: placeOf(suggestion) };
    case 'share_location':
      return { shareLocationAction: {} };
    case 'calendar': {
      const { startTime, endTime, title, description } = suggestion;
      const more = description === undefined ? {} : { description };
      return { createCalendarEventAction: { startTime, endTime, title, ...more } };
    }
  }
}

function openingOf(view: 'FULL' | 'HALF' | 'TALL' | undefined): object {
  return view === undefined ? {} : { application: 'WEBVIEW', webviewViewMode: view };
}

function placeOf(suggestion: Extract<Suggestion, { readonly type: 'location' }>): object {
  if ('query' in suggestion) return { query: suggestion.query };
  const { latitude, longitude, label } = suggestion;
  return { latLong: { latitude, longitude }, ...(label === undefined ? {} : { label }) };
}

/** The features that a device must report for this content; see the `Feature` list of phones.getCapabilities. */
export function neededFeatures(content: Content): readonly string[] {
  const needed = new Set(FRAME_FEATURES[content.type] ?? []);
  for (const suggestion of suggestionsOf(content)) for (const feature of featuresOf(suggestion)) needed.add(feature);
  return [...needed];
}

const FRAME_FEATURES: Readonly<Partial<Record<Content['type'], readonly string[]>>> = {
  rcs_dial_card: ['RICHCARD_STANDALONE'],
  rcs_card: ['RICHCARD_STANDALONE'],
  rcs_carousel: ['RICHCARD_CAROUSEL'],
};

function featuresOf(suggestion: Suggestion): readonly string[] {
  switch (suggestion.type) {
    case 'reply':
      return [];
    case 'dial':
      return ['ACTION_DIAL'];
    case 'url':
      return suggestion.view === undefined ? ['ACTION_OPEN_URL'] : ['ACTION_OPEN_URL', 'ACTION_OPEN_URL_IN_WEBVIEW'];
    case 'location':
      return ['ACTION_VIEW_LOCATION'];
    case 'share_location':
      return ['ACTION_SHARE_LOCATION'];
    case 'calendar':
      return ['ACTION_CREATE_CALENDAR_EVENT'];
  }
}
