/**
 * Bytes of one frame to a PDU (SMPP 3.4 clause 4; integers big-endian, texts as C-strings). Pure; encode.ts is the way back.
 *
 * 1. Decoding never throws: what cannot be read is a `MalformedPdu` that says why.
 * 2. It survives what careless peers send: over-long C-strings, a missing final NUL, missing bodies of refusals, unknown
 *    TLVs, a TLV cut short and bytes after the last TLV.
 */
import { ByteReader, readInt } from './bytes.ts';
import { HEADER_BYTES } from './frames.ts';
import {
  type Address,
  type BindPdu,
  type BindRespPdu,
  COMMAND,
  commandName,
  type DataSmPdu,
  type EmptyPdu,
  type MalformedPdu,
  type MessageRespPdu,
  NO_TLVS,
  type Pdu,
  type ShortMessagePdu,
  type Tlv,
} from './pdu.ts';

/** The command id of a frame. */
export function commandIdOf(frame: Uint8Array): number {
  return readInt(frame, 4);
}

export function sequenceOf(frame: Uint8Array): number {
  return readInt(frame, 12);
}

/** One whole frame, as the splitter hands it out, to a PDU that views it. */
export function decodePdu(frame: Buffer): Pdu {
  if (frame.length < HEADER_BYTES) return malformed(frame, 'shorter than a header');
  const commandId = readInt(frame, 4);
  const status = readInt(frame, 8);
  const sequence = readInt(frame, 12);
  switch (commandId) {
    case COMMAND.submit_sm_resp:
      return readMessageResp(frame, 'submit_sm_resp', status, sequence);
    case COMMAND.deliver_sm_resp:
      return readMessageResp(frame, 'deliver_sm_resp', status, sequence);
    case COMMAND.data_sm_resp:
      return readMessageResp(frame, 'data_sm_resp', status, sequence);
    case COMMAND.submit_sm:
      return readShortMessage(frame, 'submit_sm', status, sequence);
    case COMMAND.deliver_sm:
      return readShortMessage(frame, 'deliver_sm', status, sequence);
    case COMMAND.data_sm:
      return readDataSm(frame, status, sequence);
    default:
      return decodeSessionPdu(frame, commandId, status, sequence);
  }
}

const EMPTY_COMMANDS: ReadonlyMap<number, EmptyPdu['command']> = new Map([
  [COMMAND.enquire_link, 'enquire_link'],
  [COMMAND.enquire_link_resp, 'enquire_link_resp'],
  [COMMAND.unbind, 'unbind'],
  [COMMAND.unbind_resp, 'unbind_resp'],
  [COMMAND.generic_nack, 'generic_nack'],
]);

const BIND_COMMANDS: ReadonlyMap<number, BindPdu['command']> = new Map([
  [COMMAND.bind_receiver, 'bind_receiver'],
  [COMMAND.bind_transmitter, 'bind_transmitter'],
  [COMMAND.bind_transceiver, 'bind_transceiver'],
]);

const BIND_ANSWERS: ReadonlyMap<number, BindRespPdu['command']> = new Map([
  [COMMAND.bind_receiver_resp, 'bind_receiver_resp'],
  [COMMAND.bind_transmitter_resp, 'bind_transmitter_resp'],
  [COMMAND.bind_transceiver_resp, 'bind_transceiver_resp'],
]);

function decodeSessionPdu(frame: Buffer, commandId: number, status: number, sequence: number): Pdu {
  const empty = EMPTY_COMMANDS.get(commandId);
  if (empty) return { command: empty, status, sequence };
  const bind = BIND_COMMANDS.get(commandId);
  if (bind) return readBind(frame, bind, status, sequence);
  const answer = BIND_ANSWERS.get(commandId);
  if (answer) {
    const reader = new ByteReader(frame, HEADER_BYTES);
    const systemId = reader.left > 0 ? reader.cString() : '';
    return { command: answer, status, sequence, systemId, tlvs: readTlvs(reader) };
  }
  return { command: 'opaque', commandId, status, sequence, body: frame.subarray(HEADER_BYTES) };
}

function readMessageResp(frame: Buffer, command: MessageRespPdu['command'], status: number, sequence: number): Pdu {
  const reader = new ByteReader(frame, HEADER_BYTES);
  const messageId = reader.left > 0 ? reader.cString() : '';
  return { command, status, sequence, messageId, tlvs: readTlvs(reader) };
}

function readShortMessage(frame: Buffer, command: ShortMessagePdu['command'], status: number, sequence: number): Pdu {
  const reader = new ByteReader(frame, HEADER_BYTES);
  const pdu: ShortMessagePdu = {
    command,
    status,
    sequence,
    serviceType: reader.cString(),
    source: readAddress(reader),
    destination: readAddress(reader),
    esmClass: reader.byte(),
    protocolId: reader.byte(),
    priorityFlag: reader.byte(),
    scheduleDeliveryTime: reader.cString(),
    validityPeriod: reader.cString(),
    registeredDelivery: reader.byte(),
    replaceIfPresent: reader.byte(),
    dataCoding: reader.byte(),
    smDefaultMsgId: reader.byte(),
    shortMessage: reader.take(reader.byte()),
    tlvs: readTlvs(reader),
  };
  return reader.failed ? malformed(frame, `${command} ends before its mandatory fields do`) : pdu;
}

function readDataSm(frame: Buffer, status: number, sequence: number): Pdu {
  const reader = new ByteReader(frame, HEADER_BYTES);
  const pdu: DataSmPdu = {
    command: 'data_sm',
    status,
    sequence,
    serviceType: reader.cString(),
    source: readAddress(reader),
    destination: readAddress(reader),
    esmClass: reader.byte(),
    registeredDelivery: reader.byte(),
    dataCoding: reader.byte(),
    tlvs: readTlvs(reader),
  };
  return reader.failed ? malformed(frame, 'data_sm ends before its mandatory fields do') : pdu;
}

function readBind(frame: Buffer, command: BindPdu['command'], status: number, sequence: number): Pdu {
  const reader = new ByteReader(frame, HEADER_BYTES);
  const pdu: BindPdu = {
    command,
    status,
    sequence,
    systemId: reader.cString(),
    password: reader.cString(),
    systemType: reader.cString(),
    interfaceVersion: reader.byte(),
    addrTon: reader.byte(),
    addrNpi: reader.byte(),
    addressRange: reader.cString(),
  };
  return reader.failed ? malformed(frame, `${command} ends before its mandatory fields do`) : pdu;
}

function readAddress(reader: ByteReader): Address {
  return { ton: reader.byte(), npi: reader.byte(), address: reader.cString() };
}

/** Stops quietly at a TLV that is cut short and at bytes that are none. */
function readTlvs(reader: ByteReader): readonly Tlv[] {
  if (reader.left < 4 || reader.failed) return NO_TLVS;
  const tlvs: Tlv[] = [];
  while (reader.left >= 4) {
    const tag = reader.short();
    const length = reader.short();
    if (length > reader.left) break;
    tlvs.push({ tag, value: reader.take(length) });
  }
  return tlvs;
}

function malformed(frame: Buffer, why: string): MalformedPdu {
  const commandId = readInt(frame, 4);
  return {
    command: 'malformed',
    commandId,
    status: readInt(frame, 8),
    sequence: readInt(frame, 12),
    why: `${commandName(commandId)}: ${why}`,
  };
}
