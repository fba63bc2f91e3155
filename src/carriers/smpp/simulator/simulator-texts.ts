/**
 * What a simulated handset makes of what the SMSC delivers to it: a text, as soon as all of its parts are there.
 */
import { codingOf, decodeCoded } from '../alphabet.ts';
import { findTlv, type ShortMessagePdu, TAG, tlvNumber } from '../pdus/pdu.ts';
import { unwrapUserData } from '../segment.ts';

export interface DeliveredText {
  readonly from: string;
  readonly text: string;
  /** How many messages of the network it took, and in which alphabet the first of them was. */
  readonly parts: number;
  readonly alphabet: string;
  /** Of each part, as the SMSC's answer named it. */
  readonly ids: readonly string[];
}

interface ArrivedPart {
  readonly text: string;
  readonly alphabet: string;
  readonly id: string;
}

const MOST_UNFINISHED = 10_000;
const RULES = { defaultAlphabet: 'gsm7', textCoding: 0, ucs2Coding: 8 } as const;

export class ArrivedTexts {
  /** Parts of texts that are not whole yet. */
  private readonly unfinished = new Map<string, Map<number, ArrivedPart>>();

  /** The text that is whole with this part; null: others are missing. */
  add(pdu: ShortMessagePdu, id: string): DeliveredText | null {
    const from = pdu.source.address;
    const bytes = findTlv(pdu.tlvs, TAG.message_payload) ?? pdu.shortMessage;
    const { content, part } = (pdu.esmClass & 0x40) !== 0 ? unwrapUserData(bytes) : { content: bytes, part: undefined };
    const coding = codingOf(pdu.dataCoding, RULES);
    const arrived: ArrivedPart = {
      text: coding === 'binary' ? '' : decodeCoded(content, coding),
      alphabet: typeof coding === 'string' ? coding : coding.label,
      id,
    };
    const place = part ?? sarPlace(pdu);
    if (!place || place.total <= 1) return whole(from, [arrived]);
    const key = `${from}>${pdu.destination.address}#${place.ref}/${place.total}`;
    const parts = this.unfinished.get(key) ?? new Map<number, ArrivedPart>();
    parts.set(place.number, arrived);
    this.unfinished.set(key, parts);
    if (parts.size < place.total) {
      this.forgetUnfinished();
      return null;
    }
    this.unfinished.delete(key);
    return whole(
      from,
      [...parts].sort(([a], [b]) => a - b).map(([, each]) => each),
    );
  }

  private forgetUnfinished(): void {
    const [oldest] = this.unfinished.keys();
    if (this.unfinished.size > MOST_UNFINISHED && oldest !== undefined) this.unfinished.delete(oldest);
  }
}

function whole(from: string, parts: readonly ArrivedPart[]): DeliveredText {
  return {
    from,
    text: parts.map(({ text }) => text).join(''),
    parts: parts.length,
    alphabet: parts[0]?.alphabet ?? '',
    ids: parts.map(({ id }) => id),
  };
}

function sarPlace(pdu: ShortMessagePdu): { ref: number; total: number; number: number } | undefined {
  const ref = tlvNumber(pdu.tlvs, TAG.sar_msg_ref_num);
  const total = tlvNumber(pdu.tlvs, TAG.sar_total_segments);
  const number = tlvNumber(pdu.tlvs, TAG.sar_segment_seqnum);
  return ref === undefined || total === undefined || number === undefined ? undefined : { ref, total, number };
}
