/**
 * A PDU to bytes (SMPP 3.4 clause 4; integers big-endian, texts as C-strings). Pure; decode.ts is the way back.
 *
 * 1. `decodePdu(encodePdu(pdu))` equals `pdu`.
 * 2. Encoding throws RangeError for a PDU that would not be one (a NUL inside a C-string, too long), and writes nothing of it.
 */
import { ByteWriter } from './bytes.ts';
import { HEADER_BYTES, MAX_PDU_BYTES } from './frames.ts';
import {
  type Address,
  type BindPdu,
  COMMAND,
  type DataSmPdu,
  type EncodablePdu,
  type ShortMessagePdu,
  type Tlv,
} from './pdu.ts';

/** One PDU as bytes of its own. `appendPdu` is the way when many leave together. */
export function encodePdu(pdu: EncodablePdu): Buffer {
  const writer = new ByteWriter(upperBound(pdu));
  appendPdu(writer, pdu);
  return writer.take();
}

/** Writes a PDU behind those already in the writer, under its own sequence number or another one. Rule 2. */
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

export function writeBody(writer: ByteWriter, pdu: EncodablePdu): void {
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
export function writeAnswer(writer: ByteWriter, status: number, text: string, tlvs: readonly Tlv[]): void {
  if (status !== 0 && text === '' && tlvs.length === 0) return;
  writer.cString(text);
  writeTlvs(writer, tlvs);
}

export function writeShortMessage(writer: ByteWriter, pdu: ShortMessagePdu): void {
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

export function writeDataSm(writer: ByteWriter, pdu: DataSmPdu): void {
  writer.cString(pdu.serviceType);
  writeAddress(writer, pdu.source);
  writeAddress(writer, pdu.destination);
  writer.byte(pdu.esmClass);
  writer.byte(pdu.registeredDelivery);
  writer.byte(pdu.dataCoding);
  writeTlvs(writer, pdu.tlvs);
}

export function writeBind(writer: ByteWriter, pdu: BindPdu): void {
  writer.cString(pdu.systemId);
  writer.cString(pdu.password);
  writer.cString(pdu.systemType);
  writer.byte(pdu.interfaceVersion);
  writer.byte(pdu.addrTon);
  writer.byte(pdu.addrNpi);
  writer.cString(pdu.addressRange);
}

export function writeAddress(writer: ByteWriter, address: Address): void {
  writer.byte(address.ton);
  writer.byte(address.npi);
  writer.cString(address.address);
}

export function writeTlvs(writer: ByteWriter, tlvs: readonly Tlv[]): void {
  for (const tlv of tlvs) {
    if (tlv.value.length > 0xffff) throw new RangeError('a TLV has at most 65535 bytes');
    writer.short(tlv.tag);
    writer.short(tlv.value.length);
    writer.bytes(tlv.value);
  }
}

/** At least the size of the PDU in bytes; cheap, and never far off. */
export function upperBound(pdu: EncodablePdu): number {
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

export function tlvBytes(tlvs: readonly Tlv[]): number {
  let size = 0;
  for (const tlv of tlvs) size += 4 + tlv.value.length;
  return size;
}
