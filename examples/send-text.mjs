// Sends one text as a form, signed (HMAC-SHA256), and asks until its status is final. Needs Node alone.
//
//   CUSTOMER_ID=… API_KEY=… node examples/send-text.mjs [phone number] [text]
//
// BASE_URL is http://127.0.0.1:8080 unless set.
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const { BASE_URL = 'http://127.0.0.1:8080', CUSTOMER_ID, API_KEY } = process.env;
const [number = '4915112345678', text = 'Your parcel arrives tomorrow.'] = process.argv.slice(2);
if (!CUSTOMER_ID || !API_KEY) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');

/** A request whose method, headers, body and path are covered by its signature. */
async function call(method, path, fields) {
  const body = fields === undefined ? '' : new URLSearchParams(fields).toString();
  const contentType = body === '' ? '' : 'application/x-www-form-urlencoded';
  const date = new Date().toUTCString();
  const nonce = randomUUID();
  const lines = [method, contentType, date, 'x-ts-auth-method:HMAC-SHA256', `x-ts-nonce:${nonce}`];
  if (body !== '') lines.push(body);
  lines.push(path);
  const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(lines.join('\n')).digest('base64');
  const response = await fetch(new URL(path, BASE_URL), {
    method,
    headers: {
      authorization: `TSA ${CUSTOMER_ID}:${signature}`,
      date,
      'x-ts-auth-method': 'HMAC-SHA256',
      'x-ts-nonce': nonce,
      ...(body === '' ? {} : { 'content-type': contentType }),
    },
    ...(body === '' ? {} : { body }),
  });
  return response.json();
}

const sent = await call('POST', '/v1/messaging', { phone_number: number, message: text, message_type: 'ARN' });
console.log('answer:', JSON.stringify(sent));
if (!sent.reference_id) process.exit(1);

// 290: in progress. 292: queued. 203: with the carrier. A real caller waits for the callback instead.
let shown = sent;
while ([290, 292, 203].includes(shown.status.code)) {
  await wait(500);
  shown = await call('GET', `/v1/messaging/${sent.reference_id}`);
}
console.log('final:', JSON.stringify(shown));
// 200: delivered.
process.exitCode = shown.status.code === 200 ? 0 : 1;
