/**
 * PDUs to bytes and back, both directions, pure (SMPP 3.4 clause 4; integers big-endian, texts as C-strings).
 *
 * 1. `decode(encode(pdu))` equals `pdu`.
 * 2. Decoding never throws: what cannot be read is a `MalformedPdu` that says why.
 * 3. It is lenient where peers are careless: over-long C-strings, a missing final NUL, missing bodies of refusals,
 *    unknown TLVs, a TLV cut short and bytes after the last TLV are survived.
 * 4. Encoding throws RangeError for a PDU that would not be one (a NUL inside a C-string, too long); nothing of it is
 *    written then.
 */
import { ByteReader, ByteWriter, readInt } from './bytes.ts';
import { FrameSplitter, HEADER_BYTES, MAX_PDU_BYTES } from './frames.ts';
import {
  type Address,
  type BindPdu,
  type BindRespPdu,
  COMMAND,
  commandName,
  type DataSmPdu,
  type EmptyPdu,
  type EncodablePdu,
  type MalformedPdu,
  type MessageRespPdu,
  NO_TLVS,
  type Pdu,
  type ShortMessagePdu,
  type Tlv,
} from './pdu.ts';

/** One PDU as bytes of its own. `appendPdu` is the way when many leave together. */
export function encodePdu(pdu: EncodablePdu): Buffer {
  const writer = new ByteWriter(upperBound(pdu));
  appendPdu(writer, pdu);
  return writer.take();
}

/**
 * Writes a PDU behind those already in the writer, under its own sequence number or another one. Throws RangeError
 * (rule 4).
 */
export function appendPdu(writer: ByteWriter, pdu: EncodablePdu, sequence = pdu.sequence): void {
  const mark = writer.mark();
  try {
    writer.reserve(upperBound(pdu));
    writer.int(0);
    writer.int(pdu.command === 'opaque' ? pdu.commandId : COMMAND[pdu.command]);
    writer.int(pdu.status);
    writer.int(sequence);
    writeBody(writer, pdu);
    if (writer.mark() - mark > MAX_PDU_BYTES) throw new RangeError(`a PDU has at most ${MAX_PDU_BYTES} bytes`);
  } catch (error) {
    writer.dropTo(mark);
    throw error;
  }
  writer.patchLength(mark);
}

function writeBody(writer: ByteWriter, pdu: EncodablePdu): void {
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
      writeShortMessage(writer, pdu);
      break;
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      writeAnswer(writer, pdu.status, pdu.messageId, pdu.tlvs);
      break;
    case 'data_sm':
      writeDataSm(writer, pdu);
      break;
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      writeBind(writer, pdu);
      break;
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      writeAnswer(writer, pdu.status, pdu.systemId, pdu.tlvs);
      break;
    case 'opaque':
      writer.bytes(pdu.body);
      break;
    default:
  }
}

/** A refusal has no body (clause 4.4.2), unless somebody put something in it. */
function writeAnswer(writer: ByteWriter, status: number, text: string, tlvs: readonly Tlv[]): void {
  if (status !== 0 && text === '' && tlvs.length === 0) return;
  writer.cString(text);
  writeTlvs(writer, tlvs);
}

function writeShortMessage(writer: ByteWriter, pdu: ShortMessagePdu): void {
  if (pdu.shortMessage.length > 255) throw new RangeError('short_message has at most 255 bytes');
  writer.cString(pdu.serviceType);
  writeAddress(writer, pdu.source);
  writeAddress(writer, pdu.destination);
  writer.byte(pdu.esmClass);
  writer.byte(pdu.protocolId);
  writer.byte(pdu.priorityFlag);
  writer.cString(pdu.scheduleDeliveryTime);
  writer.cString(pdu.validityPeriod);
  writer.byte(pdu.registeredDelivery);
  writer.byte(pdu.replaceIfPresent);
  writer.byte(pdu.dataCoding);
  writer.byte(pdu.smDefaultMsgId);
  writer.byte(pdu.shortMessage.length);
  writer.bytes(pdu.shortMessage);
  writeTlvs(writer, pdu.tlvs);
}

function writeDataSm(writer: ByteWriter, pdu: DataSmPdu): void {
  writer.cString(pdu.serviceType);
  writeAddress(writer, pdu.source);
  writeAddress(writer, pdu.destination);
  writer.byte(pdu.esmClass);
  writer.byte(pdu.registeredDelivery);
  writer.byte(pdu.dataCoding);
  writeTlvs(writer, pdu.tlvs);
}

function writeBind(writer: ByteWriter, pdu: BindPdu): void {
  writer.cString(pdu.systemId);
  writer.cString(pdu.password);
  writer.cString(pdu.systemType);
  writer.byte(pdu.interfaceVersion);
  writer.byte(pdu.addrTon);
  writer.byte(pdu.addrNpi);
  writer.cString(pdu.addressRange);
}

function writeAddress(writer: ByteWriter, address: Address): void {
  writer.byte(address.ton);
  writer.byte(address.npi);
  writer.cString(address.address);
}

function writeTlvs(writer: ByteWriter, tlvs: readonly Tlv[]): void {
  for (const tlv of tlvs) {
    if (tlv.value.length > 0xffff) throw new RangeError('a TLV has at most 65535 bytes');
    writer.short(tlv.tag);
    writer.short(tlv.value.length);
    writer.bytes(tlv.value);
  }
}

/** At least the size of the PDU in bytes; cheap, and never far off. */
function upperBound(pdu: EncodablePdu): number {
  let size = HEADER_BYTES + 32;
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
      size += pdu.scheduleDeliveryTime.length + pdu.validityPeriod.length + pdu.shortMessage.length;
      size += pdu.serviceType.length + pdu.source.address.length + pdu.destination.address.length;
      return size + tlvBytes(pdu.tlvs);
    case 'data_sm':
      size += pdu.serviceType.length + pdu.source.address.length + pdu.destination.address.length;
      return size + tlvBytes(pdu.tlvs);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return size + pdu.messageId.length + tlvBytes(pdu.tlvs);
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return size + pdu.systemId.length + pdu.password.length + pdu.systemType.length + pdu.addressRange.length;
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return size + pdu.systemId.length + tlvBytes(pdu.tlvs);
    case 'opaque':
      return size + pdu.body.length;
    default:
      return size;
  }
}

function tlvBytes(tlvs: readonly Tlv[]): number {
  let size = 0;
  for (const tlv of tlvs) size += 4 + tlv.value.length;
  return size;
}

/** The command id of a frame. */
export function commandIdOf(frame: Uint8Array): number {
  return readInt(frame, 4);
}

export function sequenceOf(frame: Uint8Array): number {
  return readInt(frame, 12);
}

/** One whole frame, as the splitter hands it out, to a PDU that views it. Rules 2 and 3. */
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

/** Whole frames without those submits, or without any: of what must not leave any more, the answers still may. */
export function withoutSubmits(frames: Buffer, sequences?: ReadonlySet<number>): Buffer {
  const kept: Buffer[] = [];
  new FrameSplitter().push(frames, (frame) => {
    const isOut = commandIdOf(frame) === COMMAND.submit_sm && (sequences?.has(sequenceOf(frame)) ?? true);
    if (!isOut) kept.push(frame);
  });
  return Buffer.concat(kept);
}
