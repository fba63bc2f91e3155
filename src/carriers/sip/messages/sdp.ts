/**
 * Session descriptions as far as a call with one audio stream needs them (RFC 8866, RFC 3264, RFC 4733). Pure.
 *
 * 1. Our offer is one stream of RTP/AVP with the static payload types 0 and 8, and telephone-event.
 * 2. Of an answer the first codec in its list that we offered is used, with the peer's payload type for it.
 * 3. Whatever else a peer offers (video, a second audio stream, SAVP) is refused with port 0.
 */
import type { CodecName, MediaDirection, RemoteMedia } from '../call.ts';

export interface SdpStream {
  readonly kind: string;
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  /** Of the stream, else of the session; null where there is none. */
  readonly address: string | null;
  /** `pcmu/8000` by payload type. */
  readonly names: ReadonlyMap<number, string>;
  readonly direction: MediaDirection;
  readonly packetMs: number;
}

export interface Sdp {
  readonly streams: readonly SdpStream[];
}

/** Our side of the media. */
export interface LocalMedia {
  readonly address: string;
  readonly port: number;
  readonly codecs: readonly CodecName[];
  /** Of the `o=` line: the same for the whole call. */
  readonly sessionId: number;
  /** Rises with each description that differs from the one before. */
  readonly version: number;
}

const KEY_PAYLOAD_TYPE = 101;
const STATIC_TYPES: Readonly<Record<CodecName, number>> = { PCMU: 0, PCMA: 8 };
const PACKET_MS = 20;
const DIRECTIONS: readonly MediaDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
/** Seen from the other side. */
const MIRRORED: Readonly<Record<MediaDirection, MediaDirection>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};
const LARGEST = 64 * 1024;

export function formatOffer(local: LocalMedia): string {
  const types = local.codecs.map((codec) => ({ codec, type: STATIC_TYPES[codec] }));
  const stream = streamLines(local, types, KEY_PAYLOAD_TYPE, 'sendrecv');
  return `${[...sessionLines(local), ...stream].join('\r\n')}\r\n`;
}

/** Null when it is none. */
export function parseSdp(body: Uint8Array | string): Sdp | null {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (text.length > LARGEST || !/^v=0\r?\n/.test(text)) return null;
  const [session = [], ...streams] = sections(text.split(/\r?\n/));
  return { streams: streams.map((lines) => parseStream(lines, session)) };
}

/** What the peer's description agrees to; a text says why there is nothing in common. */
export function remoteMediaOf(sdp: Sdp | null, codecs: readonly CodecName[]): RemoteMedia | string {
  const stream = sdp ? usable(sdp) : undefined;
  if (!stream) return sdp ? 'it has no audio over RTP/AVP' : 'it is no session description';
  const chosen = stream.formats.map((each) => codecOf(stream, Number(each), codecs)).find((each) => each !== null);
  if (!chosen) return `it has no codec of ${codecs.join(', ')}`;
  if (stream.address === null || !/^[0-9A-Za-z.:-]+$/.test(stream.address)) return 'it names no address for the audio';
  const keys = stream.formats.map(Number).find((each) => stream.names.get(each) === 'telephone-event/8000');
  // The way to hold a call before RFC 3264.
  const isNowhere = stream.address === '0.0.0.0' || stream.address === '::';
  return {
    address: stream.address,
    port: stream.port,
    codec: chosen.codec,
    payloadType: chosen.type,
    keyPayloadType: keys ?? null,
    direction: isNowhere ? 'inactive' : MIRRORED[stream.direction],
    packetMs: stream.packetMs,
  };
}

/** Our answer to the peer's offer, of which `agreed` was read. */
export function formatAnswer(offer: Sdp, agreed: RemoteMedia, local: LocalMedia): string {
  const used = usable(offer);
  const lines = offer.streams.flatMap((stream) => {
    if (stream !== used) return [`m=${stream.kind} 0 ${stream.protocol} ${stream.formats.join(' ')}`];
    const types = [{ codec: agreed.codec, type: agreed.payloadType }];
    return streamLines(local, types, agreed.keyPayloadType, agreed.direction);
  });
  return `${[...sessionLines(local), ...lines].join('\r\n')}\r\n`;
}

function sessionLines({ address, sessionId, version }: LocalMedia): string[] {
  const where = `IN ${address.includes(':') ? 'IP6' : 'IP4'} ${address}`;
  return ['v=0', `o=- ${sessionId} ${version} ${where}`, 's=-', `c=${where}`, 't=0 0'];
}

interface CodecType {
  readonly codec: CodecName;
  /** Of its RTP payload. */
  readonly type: number;
}

function streamLines(
  local: LocalMedia,
  types: readonly CodecType[],
  keys: number | null,
  direction: MediaDirection,
): string[] {
  const formats = [...types.map((each) => each.type), ...(keys === null ? [] : [keys])];
  return [
    `m=audio ${local.port} RTP/AVP ${formats.join(' ')}`,
    ...types.map((each) => `a=rtpmap:${each.type} ${each.codec}/8000`),
    ...(keys === null ? [] : [`a=rtpmap:${keys} telephone-event/8000`, `a=fmtp:${keys} 0-16`]),
    `a=ptime:${PACKET_MS}`,
    `a=${direction}`,
  ];
}

/** The lines of the session, then those of each stream. */
function sections(lines: readonly string[]): string[][] {
  const found: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) found.push([]);
    found.at(-1)?.push(line);
  }
  return found;
}

function parseStream(lines: readonly string[], session: readonly string[]): SdpStream {
  const [kind = '', port = '', protocol = '', ...formats] = (lines[0] ?? '').slice('m='.length).trim().split(/\s+/);
  const names = new Map<number, string>();
  for (const line of lines) {
    const [type, name] = mapIn(line);
    if (type !== null) names.set(type, name);
  }
  const packetMs = packetMsIn(lines);
  return {
    kind,
    port: /^\d{1,5}(\/\d+)?$/.test(port) ? Math.min(Number.parseInt(port, 10), 65_535) : 0,
    protocol,
    formats,
    address: addressOf(lines) ?? addressOf(session),
    names,
    direction: directionOf(lines) ?? directionOf(session) ?? 'sendrecv',
    packetMs: packetMs >= 10 && packetMs <= 200 ? packetMs : PACKET_MS,
  };
}

const MAP = 'a=rtpmap:';
const PACKET_TIME = 'a=ptime:';

/** The payload type and, in lower case, name and clock of `a=rtpmap:8 PCMA/8000/1`. */
function mapIn(line: string): readonly [type: number, name: string] | readonly [null] {
  if (!line.startsWith(MAP)) return [null];
  const [type = '', encoding = ''] = line
    .slice(MAP.length)
    .split(/\s/, 99)
    .filter((each) => each !== '');
  const [name = '', rate = ''] = encoding.split('/', 2);
  const clock = /^\d+/.exec(rate)?.[0];
  if (!/^\d{1,3}$/.test(type) || name === '' || clock === undefined) return [null];
  return [Number(type), `${name}/${clock}`.toLowerCase()];
}

/** The first that is a number. */
function packetMsIn(lines: readonly string[]): number {
  for (const line of lines) {
    const time = line.startsWith(PACKET_TIME) ? line.slice(PACKET_TIME.length).trimStart() : '';
    if (/^\d{1,3}$/.test(time)) return Number(time);
  }
  return PACKET_MS;
}

function addressOf(lines: readonly string[]): string | null {
  const line = lines.find((each) => each.startsWith('c='));
  return /^c=IN IP[46] ([^\s/]+)/.exec(line ?? '')?.[1] ?? null;
}

function directionOf(lines: readonly string[]): MediaDirection | null {
  return DIRECTIONS.find((direction) => lines.includes(`a=${direction}`)) ?? null;
}

function usable(sdp: Sdp): SdpStream | undefined {
  return sdp.streams.find(({ kind, port, protocol }) => kind === 'audio' && port > 0 && /^RTP\/AVPF?$/.test(protocol));
}

function codecOf(stream: SdpStream, type: number, codecs: readonly CodecName[]): CodecType | null {
  const named = stream.names.get(type);
  const codec = codecs.find((each) =>
    named === undefined ? STATIC_TYPES[each] === type : named === `${each.toLowerCase()}/8000`,
  );
  return codec === undefined ? null : { codec, type };
}
