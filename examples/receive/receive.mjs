// Receives callbacks: checks the signature, keeps each once, answers, and works afterwards. Node 18 or newer, alone.
//
//   CALLBACK_SECRETS='whsec_…' node receive.mjs [port]
//
// CALLBACK_SECRETS: those that you accept, with spaces between. CALLBACK_FOLDER (callbacks): where they are kept.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { link, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { CALLBACK_SECRETS = '', CALLBACK_FOLDER: folder = 'callbacks' } = process.env;
const keys = CALLBACK_SECRETS.split(/\s+/)
  .filter((secret) => secret !== '')
  .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
if (keys.length === 0) throw new Error('set CALLBACK_SECRETS');
mkdirSync(folder, { recursive: true });

const TOLERANCE_SECONDS = 5 * 60;
const MOST_BYTES = 64 * 1024;

/** Over the bytes as they came: what a JSON parser makes of them is no longer what was signed. */
function isSigned(headers, body) {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  if (!/^[\w-]+$/.test(id)) return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    return false;
  return keys.some((key) => {
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    const expected = Buffer.from(`v1,${signature}`);
    return signatures.split(' ').some((each) => {
      const given = Buffer.from(each);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}

/** Whether it is new: whole, or not there. A table with the id as its key does the same. */
async function keep(id, body) {
  const part = join(folder, `${randomUUID()}.part`);
  try {
    await writeFile(part, body);
    await link(part, join(folder, `${id}.json`));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(part).catch(() => {});
  }
}

/** Your own work, after the answer. */
function work(body) {
  console.log(`received: ${body}`);
}

async function answer(request, response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const isNew = await keep(request.headers['webhook-id'], body);
  response.writeHead(204).end();
  if (isNew) setImmediate(work, body.toString());
}

const server = createServer((request, response) => {
  // What is not kept is not taken: the gateway comes again.
  answer(request, response).catch((error) => {
    console.error(error.message);
    if (!response.headersSent) response.writeHead(503).end();
  });
});
server.listen(Number(process.argv[2] ?? 9000), '127.0.0.1', () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}`);
});
