/**
 * An SMSC that takes everything as fast as it can and does nothing else: the other side of the section `smpp`, where
 * even an id of its own for each message would be felt.
 */
import net from 'node:net';
import { commandIdOf, sequenceOf } from '../../src/carriers/smpp/pdus/decode.ts';
import { encodePdu } from '../../src/carriers/smpp/pdus/encode.ts';
import { FrameSplitter } from '../../src/carriers/smpp/pdus/frames.ts';
import { COMMAND } from '../../src/carriers/smpp/pdus/pdu.ts';
import { serve } from '../lib/tool.ts';

export type SmppSinkHandlers = typeof handlers;

/** The answer to a submit; only the sequence number differs. */
const TAKEN = encodePdu({ command: 'submit_sm_resp', status: 0, sequence: 0, messageId: '1a2b3c4d5e', tlvs: [] });
const SEQUENCE_AT = 12;

const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  const splitter = new FrameSplitter();
  let answers = Buffer.alloc(64 * 1024);
  let size = 0;

  function answer(bytes: Buffer, sequence: number): void {
    if (size + bytes.length > answers.length) answers = Buffer.concat([answers, Buffer.alloc(answers.length)]);
    answers.set(bytes, size);
    answers.writeUInt32BE(sequence, size + SEQUENCE_AT);
    size += bytes.length;
  }

  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    splitter.push(chunk, (frame) => {
      const sequence = sequenceOf(frame);
      const command = commandIdOf(frame);
      if (command === COMMAND.submit_sm) answer(TAKEN, sequence);
      else if (command === COMMAND.bind_transceiver) {
        answer(
          encodePdu({ command: 'bind_transceiver_resp', status: 0, sequence, systemId: 'sink', tlvs: [] }),
          sequence,
        );
      } else if (command === COMMAND.unbind) {
        answer(encodePdu({ command: 'unbind_resp', status: 0, sequence }), sequence);
      }
    });
    socket.write(Buffer.from(answers.subarray(0, size)));
    size = 0;
  });
});

const handlers = {
  /** Its port. */
  listen: (): Promise<number> =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    }),
};

serve(handlers);
