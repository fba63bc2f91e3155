/**
 * What goes to RBM: the resources of the API (v1) and the body of an agent message. Pure.
 *
 * 1. `messageId` is the id of the attempt. RBM ignores a second message with a used id, so sending again is safe.
 * 2. `ttl` always goes out: without one RBM keeps a message for 30 days, long after it was given up here. It is rounded
 *    down, 1 s at least and 15 days at most (phones.agentMessages, `ttl`). Below 10 s RBM may report both a revocation
 *    and a delivery; the delivery counts, whichever comes first.
 */
import type { Content, MessageType, RcsDialCard, SubmitJob } from '../carrier.ts';
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

function contentMessage(content: Content, style: MessageStyle): object {
  if (content.type === 'rcs_dial_card') return { richCard: { standaloneCard: standaloneCard(content, style) } };
  return { text: content.text };
}

/** A horizontal card has an alignment and no height; a vertical one a height and no alignment. */
function standaloneCard(card: RcsDialCard, style: MessageStyle): object {
  const contentInfo = { fileUrl: card.mediaUrl, forceRefresh: false };
  const suggestions = [
    {
      action: {
        text: card.dialText,
        postbackData: card.dialPayload,
        dialAction: { phoneNumber: `+${card.phoneNumberToDial}` },
      },
    },
  ];
  if (card.orientation === 'HORIZONTAL') {
    return {
      cardOrientation: 'HORIZONTAL',
      thumbnailImageAlignment: style.horizontal_image_alignment,
      cardContent: { media: { contentInfo }, suggestions },
    };
  }
  return {
    cardOrientation: 'VERTICAL',
    cardContent: { media: { height: style.media_height, contentInfo }, suggestions },
  };
}

/** The features that a device must report for this content; see the `Feature` list of phones.getCapabilities. */
export function neededFeatures(content: Content): readonly string[] {
  return content.type === 'rcs_dial_card' ? ['RICHCARD_STANDALONE', 'ACTION_DIAL'] : [];
}
