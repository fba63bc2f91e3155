// Sends a text with every request signed (HMAC-SHA256), and asks until its status is final. Needs Node alone.
//
//   CUSTOMER_ID=… API_KEY=… node examples/send-message.mjs [phone number] [callback URL]
//
// BASE_URL is http://127.0.0.1:8080 unless set.
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const { BASE_URL = 'http://127.0.0.1:8080', CUSTOMER_ID, API_KEY } = process.env;
const [number = '4915112345678', callbackUrl] = process.argv.slice(2);
if (!CUSTOMER_ID || !API_KEY) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');

/** A request whose method, headers, body and path are covered by its signature. */
async function call(method, path, value) {
  const body = value === undefined ? '' : JSON.stringify(value);
  const contentType = body === '' ? '' : 'application/json';
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

const sent = await call('POST', '/v1/omnichannel', {
  phone_number: number,
  message_type: 'OTP',
  channels: [{ channel: 'sms', fallback_time: 300 }],
  message: { sms: { template: 'text', parameters: { text: 'Your code is 123456' } } },
  ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
});
console.log('answer:', JSON.stringify(sent));
if (!sent.reference_id) process.exit(1);

// 3001: in progress. A real caller waits for the callback instead.
let message = sent;
while (message.status.code === 3001) {
  await wait(500);
  message = await call('GET', `/v1/omnichannel/${sent.reference_id}`);
}
console.log('final:', JSON.stringify(message));
// 3000: delivered. 3005: delivered and read.
process.exitCode = [3000, 3005].includes(message.status.code) ? 0 : 1;
