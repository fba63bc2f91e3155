// Receives callbacks, checks both of their signatures and prints them. Needs Node alone.
//
//   CUSTOMER_ID=… API_KEY=… node examples/receive-callbacks.mjs [port]
//
// BASE_URL is http://127.0.0.1:8080 unless set. One signature would do; a receiver checks the one that suits it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { BASE_URL = 'http://127.0.0.1:8080', CUSTOMER_ID, API_KEY } = process.env;
const port = Number(process.argv[2] ?? 9000);
if (!CUSTOMER_ID || !API_KEY) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');

/** Standard Webhooks: older than that, or from the future, is a replay. */
const TOLERANCE_SECONDS = 5 * 60;
const MOST_BYTES = 64 * 1024;

const basic = Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64');
const answer = await fetch(new URL('/v1/callback-secrets', BASE_URL), { headers: { authorization: `Basic ${basic}` } });
if (!answer.ok) throw new Error(`the callback secrets cannot be read: ${await answer.text()}`);
const secrets = (await answer.json()).secrets.map(({ secret }) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));

function isSame(left, right) {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `Authorization: TSA customer_id:signature`: HMAC-SHA256 over the body, under the API key's bytes. */
function hasAccountSignature(headers, body) {
  const expected = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(body).digest('base64');
  return isSame(headers.authorization ?? '', `TSA ${CUSTOMER_ID}:${expected}`);
}

/** `webhook-signature: v1,… v1,…`: one for each live secret, over id, timestamp and body. */
function hasStandardSignature(headers, body) {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64');
    return signatures.split(' ').some((signature) => isSame(signature, `v1,${expected}`));
  });
}

// A try whose answer was lost is repeated under the same id.
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!hasAccountSignature(request.headers, body) || !hasStandardSignature(request.headers, body)) {
    console.log('refused: a signature is wrong');
    return response.writeHead(401).end();
  }
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id);
    const { reference_id, status } = JSON.parse(body.toString());
    console.log(`${reference_id}: ${status.code} ${status.description} (${status.last_channel})`);
  }
  response.writeHead(204).end();
});
server.listen(port, '127.0.0.1', () => {
  console.log(`callback_url: http://127.0.0.1:${server.address().port}/callbacks`);
});
