/** Texts to masks in the national language tables of GSM 03.38, and in parts that a handset cut badly, arrive as written. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import type { ShortMessagePdu } from '../../src/carriers/smpp/pdus/pdu.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { shortMessage } from '../support/smpp/samples.ts';
import { SmscPeer } from '../support/smpp/smsc-peer.ts';

const ANNA = '4915112345678';
const BEN = '447400123456';
const MASK_OF_BEN = '447700900001';
const MASK_OF_ANNA = '4915799000001';
const LONG = 'Şu köşede bekliyorum, ağabey. '.repeat(8);

const peer = new SmscPeer();
let service: TestGateway;
let folder = '';
let authorization = '';
let session = '';
let sequence = 1_000;

/** From Anna's handset: the user data of each part, in hex. */
function annaTexts(...parts: readonly string[]): void {
  const party = (address: string) => ({ ton: 1, npi: 1, address });
  for (const hex of parts) {
    sequence += 1;
    const body = { source: party(ANNA), destination: party(MASK_OF_BEN), shortMessage: Buffer.from(hex, 'hex') };
    peer.receiver().send(shortMessage({ ...body, sequence, esmClass: 0x40 }));
  }
}

function textOf(parts: readonly ShortMessagePdu[]): string {
  const bytes = parts.map(({ esmClass, shortMessage: body }) => (esmClass === 0x40 ? body.subarray(6) : body));
  const whole = Buffer.concat(bytes);
  return parts[0]?.dataCoding === 8 ? whole.swap16().toString('utf16le') : whole.toString('latin1');
}

/** What Ben gets of a text that Anna writes. */
async function relayed(parts: readonly string[]): Promise<readonly ShortMessagePdu[]> {
  const before = peer.submits().length;
  annaTexts(...parts);
  return service.until('Ben has it', async () => {
    const sent = peer.submits().slice(before);
    const count = sent[0]?.esmClass === 0x40 ? sent[0].shortMessage[4] : 1;
    return sent.length === count && sent;
  });
}

async function openSession(): Promise<void> {
  const file = `number,capabilities,country,carrier\n${MASK_OF_BEN},sms,GB,smsc\n${MASK_OF_ANNA},sms,DE,smsc\n`;
  assert.equal((await service.operate('POST', '/numbers/import', file)).status, 200);
  const made = await service.operate('POST', '/accounts', { name: 'Rides', products: ['masking'] });
  const { customer_id: id, api_key: key } = asJsonObject(made.body) ?? {};
  authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  const body = { phone_number_1: ANNA, phone_number_2: BEN, validity_period: 1 };
  session = await service.until('a session is opened', async () => {
    const answer = await service.call('POST', '/v1/anonymous/session/sms', body, { authorization });
    // The masks have just been brought in.
    return answer.status === 200 && String(asJsonObject(answer.body)?.session_id);
  });
}

/** With the single shift table of Turkish, an 8-bit reference, and the letters that the default alphabet lacks. */
function turkish(text: string): string {
  const letters = new Map([...'ĞİŞğış'].map((letter, index) => [letter, [0x47, 0x49, 0x53, 0x67, 0x69, 0x73][index]]));
  const septets = new Map([...'öü'].map((letter, index) => [letter, [0x7c, 0x7e][index]]));
  const bytes = [...text].flatMap((letter) => {
    const shifted = letters.get(letter);
    return shifted === undefined ? [septets.get(letter) ?? letter.charCodeAt(0)] : [0x1b, shifted];
  });
  return Buffer.from(bytes).toString('hex');
}

describe('texts to a mask', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-national-'));
    const smsc = { name: 'smsc', kind: 'smpp', host: '127.0.0.1', port: await peer.listen(), system_id: 'gateway' };
    const config = join(folder, 'trunkline.yaml');
    await writeFile(config, stringify({ carriers: [smsc] }));
    service = await startGateway({ TRUNKLINE_CONFIG: config });
    await openSession();
  });

  after(async () => {
    await service?.stop();
    await peer.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('in Turkish, Spanish, Portuguese, Hindi and Urdu go on whole, in UCS-2', async () => {
    const texts: [string, string][] = [
      ['032401011b53691b736c692c20611b6761626579', 'Şişli, ağabey'],
      ['06250101240101407969206b6f1d75', 'İyi koşu'],
      ['032401024d617d616e612065737461721b61206171751b69', 'Mañana estará aquí'],
      ['062501032401034e7b6f2c207f2074617264652e2041097b6f21', 'Não, à tarde. Ação!'],
      ['062501062401062f424c5f2759201b1d1b1e1b1f201b4f1b4b', 'नमस्ते १२३ OK'],
      ['0325010d0500473d07004f', 'پاکستان'],
    ];
    for (const [hex, text] of texts) {
      const sent = await relayed([hex]);
      assert.deepEqual([sent.length, sent[0]?.dataCoding, textOf(sent)], [1, 8, text]);
      assert.deepEqual([sent[0]?.source.address, sent[0]?.destination.address], [MASK_OF_ANNA, BEN]);
    }
  });

  test('in parts go on whole, wherever the handset cut them', async () => {
    const bytes = turkish(LONG);
    // The first part ends in an escape: its septet begins the second.
    const first = bytes.lastIndexOf('1b', 290) + 2;
    assert.equal(first % 2, 0);
    const parts = [bytes.slice(0, first), bytes.slice(first)].map(
      (each, index) => `08000307020${index + 1}240101${each}`,
    );
    const sent = await relayed(parts.reverse());
    assert.equal(textOf(sent), LONG);
    const euro = Buffer.from('e each').toString('hex');
    const [price] = await relayed([`050003080201${Buffer.from('price 5 ').toString('hex')}1b`, `050003080202${euro}`]);
    assert.equal(price?.dataCoding, 0);
    assert.equal(Buffer.from(price?.shortMessage ?? []).toString('latin1'), 'price 5 \u001be each');
  });

  test('are shown to the account as they were written', async () => {
    const path = `/v1/anonymous/session/${session}/interactions`;
    const { body } = await service.call('GET', path, undefined, { authorization });
    const { interactions } = body as { interactions: Array<{ text: string }> };
    const texts = interactions.map(({ text }) => text);
    assert.ok(texts.includes('नमस्ते १२३ OK'), texts.join('|'));
    assert.ok(texts.includes(LONG), texts.join('|'));
    assert.ok(texts.includes('price 5 € each'), texts.join('|'));
  });
});
