/**
 * The body of a callback that the release before wrote, in the codes of this one. Pure.
 *
 * 1. Only what says how a message stands has them; any other body stays as it is, to the byte.
 * 2. It says what it said: the codes and their texts change, and nothing else. A channel that was read makes the
 *    message read, as it does now.
 */
import { asJsonObject, type JsonObject, parseJsonObject } from '../../lib/json.ts';
import { codeOfStored } from '../../store/messages/stored-codes.ts';
import { CODE, describeCode } from '../message/codes.ts';

export function inPublicCodes(body: string): string {
  const former = parseJsonObject(Buffer.from(body));
  const status = former ? asJsonObject(former.status) : null;
  const channels = former?.channel_status;
  if (!former || !status || !Array.isArray(channels)) return body;
  const shown = channels.map(channelInPublicCodes);
  const isRead = shown.some((each) => Object.values(each).some((of) => asJsonObject(of)?.code === CODE.read));
  const overall = inPublicCode(status);
  const whole = isRead && overall.code === CODE.delivered ? { ...overall, ...coded(CODE.read) } : overall;
  return JSON.stringify({ ...former, status: whole, channel_status: shown });
}

function channelInPublicCodes(channel: unknown): JsonObject {
  const entries = Object.entries(asJsonObject(channel) ?? {});
  return Object.fromEntries(entries.map(([name, of]) => [name, inPublicCode(asJsonObject(of) ?? {})]));
}

function inPublicCode(status: JsonObject): JsonObject {
  return typeof status.code === 'number' ? { ...status, ...coded(codeOfStored(status.code)) } : status;
}

function coded(code: number): { code: number; description: string } {
  return { code, description: describeCode(code) };
}
