/**
 * PDUs for tests: plain ones to change, random ones from a seed.
 */
import type { EncodablePdu, ShortMessagePdu, Tlv } from '../../../src/carriers/smpp/pdus/pdu.ts';

/** A repeatable source of numbers below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function shortMessage(change: Partial<ShortMessagePdu> = {}): ShortMessagePdu {
  return {
    command: 'deliver_sm',
    status: 0,
    sequence: 1,
    serviceType: '',
    source: { ton: 1, npi: 1, address: '4915112345678' },
    destination: { ton: 3, npi: 0, address: '12345' },
    esmClass: 0,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: Buffer.from('hello'),
    tlvs: [],
    ...change,
  };
}

type Dice = () => number;

export function randomBytes(dice: Dice, most: number): Buffer {
  return Buffer.from(Array.from({ length: Math.floor(dice() * (most + 1)) }, () => Math.floor(dice() * 256)));
}

export function randomPdu(dice: Dice): EncodablePdu {
  const sequence = 1 + Math.floor(dice() * 0x7ffffffe);
  const kind = Math.floor(dice() * 6);
  const message = randomMessage(dice, sequence);
  switch (kind) {
    case 0:
      return message;
    case 1: {
      const { serviceType, source, destination, esmClass, registeredDelivery, dataCoding, tlvs } = message;
      const fields = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding, tlvs };
      return { command: 'data_sm', status: 0, sequence, ...fields };
    }
    case 2:
      return {
        command: 'submit_sm_resp',
        status: 0,
        sequence,
        messageId: randomText(dice, 64),
        tlvs: randomTlvs(dice),
      };
    case 3:
      return randomBind(dice, sequence);
    case 4:
      return {
        command: 'bind_receiver_resp',
        status: 0,
        sequence,
        systemId: randomText(dice, 15),
        tlvs: randomTlvs(dice),
      };
    default:
      return { command: 'opaque', commandId: 0x4000 + kind, status: 7, sequence, body: randomBytes(dice, 40) };
  }
}

function randomMessage(dice: Dice, sequence: number): ShortMessagePdu {
  const byte = () => Math.floor(dice() * 256);
  return {
    command: dice() < 0.5 ? 'submit_sm' : 'deliver_sm',
    status: 0,
    sequence,
    serviceType: randomText(dice, 5),
    source: { ton: byte(), npi: byte(), address: randomText(dice, 40) },
    destination: { ton: byte(), npi: byte(), address: randomText(dice, 40) },
    esmClass: byte(),
    protocolId: byte(),
    priorityFlag: byte(),
    scheduleDeliveryTime: randomText(dice, 16),
    validityPeriod: randomText(dice, 16),
    registeredDelivery: byte(),
    replaceIfPresent: byte(),
    dataCoding: byte(),
    smDefaultMsgId: byte(),
    shortMessage: randomBytes(dice, 255),
    tlvs: randomTlvs(dice),
  };
}

function randomBind(dice: Dice, sequence: number): EncodablePdu {
  return {
    command: 'bind_transceiver',
    status: 0,
    sequence,
    systemId: randomText(dice, 15),
    password: randomText(dice, 8),
    systemType: randomText(dice, 12),
    interfaceVersion: 0x34,
    addrTon: 1,
    addrNpi: 1,
    addressRange: randomText(dice, 40),
  };
}

function randomText(dice: Dice, most: number): string {
  return Array.from({ length: Math.floor(dice() * (most + 1)) }, () =>
    String.fromCharCode(1 + Math.floor(dice() * 255)),
  ).join('');
}

function randomTlvs(dice: Dice): Tlv[] {
  return Array.from({ length: Math.floor(dice() * 4) }, () => ({
    tag: Math.floor(dice() * 65536),
    value: randomBytes(dice, dice() < 0.1 ? 3000 : 20),
  }));
}
