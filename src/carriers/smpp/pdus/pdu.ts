/**
 * The words of SMPP 3.4: commands, TLV tags, statuses, and the shape of each PDU that the gateway or its simulator
 * speaks. Names are the specification's. Peers that speak 5.0 are understood as far as they use the same PDUs.
 *
 * 1. A decoded PDU views the frame it was read from; whoever keeps bytes of it beyond the turn copies them.
 * 2. Whatever is not spelled out here (query_sm, cancel_sm, broadcast_sm, …) is an `OpaquePdu`: header and body bytes.
 */

/** Command ids, SMPP 3.4 clause 5.1.2.1. */
export const COMMAND = {
  generic_nack: 0x80000000,
  bind_receiver: 0x00000001,
  bind_receiver_resp: 0x80000001,
  bind_transmitter: 0x00000002,
  bind_transmitter_resp: 0x80000002,
  query_sm: 0x00000003,
  query_sm_resp: 0x80000003,
  submit_sm: 0x00000004,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x00000005,
  deliver_sm_resp: 0x80000005,
  unbind: 0x00000006,
  unbind_resp: 0x80000006,
  replace_sm: 0x00000007,
  replace_sm_resp: 0x80000007,
  cancel_sm: 0x00000008,
  cancel_sm_resp: 0x80000008,
  bind_transceiver: 0x00000009,
  bind_transceiver_resp: 0x80000009,
  outbind: 0x0000000b,
  enquire_link: 0x00000015,
  enquire_link_resp: 0x80000015,
  submit_multi: 0x00000021,
  submit_multi_resp: 0x80000021,
  alert_notification: 0x00000102,
  data_sm: 0x00000103,
  data_sm_resp: 0x80000103,
} as const;

/** Set in the command id of every answer. */
export const RESPONSE_BIT = 0x80000000;

/** TLV tags, clause 5.3.2; the last two are 5.0. */
export const TAG = {
  source_port: 0x020a,
  destination_port: 0x020b,
  receipted_message_id: 0x001e,
  additional_status_info_text: 0x001d,
  sar_msg_ref_num: 0x020c,
  sar_total_segments: 0x020e,
  sar_segment_seqnum: 0x020f,
  sc_interface_version: 0x0210,
  network_error_code: 0x0423,
  message_payload: 0x0424,
  delivery_failure_reason: 0x0425,
  message_state: 0x0427,
  congestion_state: 0x0428,
} as const;

/** esm_class, clause 5.2.12. */
export const ESM = {
  udhIndicator: 0x40,
  typeMask: 0x3c,
  receipt: 0x04,
  deliveryAck: 0x08,
  manualAck: 0x10,
  conversationAbort: 0x18,
  intermediate: 0x20,
} as const;

/** message_state, clause 5.2.28; 0 and 9 are 5.0. */
export const MESSAGE_STATE = {
  scheduled: 0,
  enroute: 1,
  delivered: 2,
  expired: 3,
  deleted: 4,
  undeliverable: 5,
  accepted: 6,
  unknown: 7,
  rejected: 8,
  skipped: 9,
} as const;

/** Statuses that the code itself speaks of; status.ts knows all of them by name. */
export const STATUS = {
  ok: 0x00,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  invalidBindStatus: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidDestination: 0x0b,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  queueFull: 0x14,
  submitFailed: 0x45,
  throttled: 0x58,
} as const;

export interface Tlv {
  readonly tag: number;
  readonly value: Uint8Array;
}

export const NO_TLVS: readonly Tlv[] = [];

export interface Address {
  readonly ton: number;
  readonly npi: number;
  readonly address: string;
}

interface Header {
  /** 0 in a request. */
  readonly status: number;
  /** 1 to 0x7FFFFFFF; an answer repeats the request's. */
  readonly sequence: number;
}

export interface BindPdu extends Header {
  readonly command: 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver';
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly interfaceVersion: number;
  readonly addrTon: number;
  readonly addrNpi: number;
  readonly addressRange: string;
}

export interface BindRespPdu extends Header {
  readonly command: 'bind_receiver_resp' | 'bind_transmitter_resp' | 'bind_transceiver_resp';
  readonly systemId: string;
  readonly tlvs: readonly Tlv[];
}

export interface ShortMessagePdu extends Header {
  readonly command: 'submit_sm' | 'deliver_sm';
  readonly serviceType: string;
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly protocolId: number;
  readonly priorityFlag: number;
  readonly scheduleDeliveryTime: string;
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly replaceIfPresent: number;
  readonly dataCoding: number;
  readonly smDefaultMsgId: number;
  /** At most 255 bytes. */
  readonly shortMessage: Uint8Array;
  readonly tlvs: readonly Tlv[];
}

export interface DataSmPdu extends Header {
  readonly command: 'data_sm';
  readonly serviceType: string;
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly registeredDelivery: number;
  readonly dataCoding: number;
  readonly tlvs: readonly Tlv[];
}

export interface MessageRespPdu extends Header {
  readonly command: 'submit_sm_resp' | 'deliver_sm_resp' | 'data_sm_resp';
  /** Empty in a deliver_sm_resp and in most refusals. */
  readonly messageId: string;
  readonly tlvs: readonly Tlv[];
}

export interface EmptyPdu extends Header {
  readonly command: 'enquire_link' | 'enquire_link_resp' | 'unbind' | 'unbind_resp' | 'generic_nack';
}

export interface OpaquePdu extends Header {
  readonly command: 'opaque';
  readonly commandId: number;
  readonly body: Uint8Array;
}

/** A frame of a known command whose body cannot be read. Never encoded. */
export interface MalformedPdu extends Header {
  readonly command: 'malformed';
  readonly commandId: number;
  readonly why: string;
}

export type EncodablePdu = BindPdu | BindRespPdu | ShortMessagePdu | DataSmPdu | MessageRespPdu | EmptyPdu | OpaquePdu;

export type Pdu = EncodablePdu | MalformedPdu;

/** The name of a command id for the log, or its hex form. */
export function commandName(commandId: number): string {
  for (const [name, id] of Object.entries(COMMAND)) if (id === commandId) return name;
  return `0x${commandId.toString(16).padStart(8, '0')}`;
}

export function findTlv(tlvs: readonly Tlv[], tag: number): Uint8Array | undefined {
  for (const tlv of tlvs) if (tlv.tag === tag) return tlv.value;
  return undefined;
}

/** The big-endian value of a TLV of 1 to 4 bytes; undefined when it is absent or of another size. */
export function tlvNumber(tlvs: readonly Tlv[], tag: number): number | undefined {
  const value = findTlv(tlvs, tag);
  if (!value || value.length === 0 || value.length > 4) return undefined;
  let number = 0;
  for (const byte of value) number = number * 256 + byte;
  return number;
}

/** A TLV that holds a C-string; peers with and without the final NUL are understood. */
export function tlvText(tlvs: readonly Tlv[], tag: number): string | undefined {
  const value = findTlv(tlvs, tag);
  if (!value) return undefined;
  const end = value.indexOf(0);
  return Buffer.from(value.buffer, value.byteOffset, end < 0 ? value.length : end).toString('latin1');
}

export function byteTlv(tag: number, value: number): Tlv {
  return { tag, value: Uint8Array.of(value & 0xff) };
}

export function shortTlv(tag: number, value: number): Tlv {
  return { tag, value: Uint8Array.of((value >> 8) & 0xff, value & 0xff) };
}

export function textTlv(tag: number, text: string): Tlv {
  return { tag, value: Buffer.from(`${text}\0`, 'latin1') };
}
