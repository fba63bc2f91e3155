// Sends a code by SMS, asks for what was typed, and checks it. Needs Node alone.
//
//   CUSTOMER_ID=… API_KEY=… node examples/verify-by-sms.mjs [phone number]
//
// BASE_URL is http://127.0.0.1:8080 unless set. The code is read from the terminal, or from what is piped in.
import { createInterface } from 'node:readline/promises';

const { BASE_URL = 'http://127.0.0.1:8080', CUSTOMER_ID, API_KEY } = process.env;
const [number = '4915112345678'] = process.argv.slice(2);
if (!CUSTOMER_ID || !API_KEY) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');

const authorization = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;

async function call(method, path, fields) {
  const response = await fetch(new URL(path, BASE_URL), {
    method,
    headers: { authorization },
    ...(fields === undefined ? {} : { body: new URLSearchParams(fields) }),
  });
  return response.json();
}

const sent = await call('POST', '/v1/verify/sms', { phone_number: number, language: 'en-US' });
console.log('answer:', JSON.stringify(sent));
// 290: on its way.
if (sent.status.code !== 290) process.exit(1);

const terminal = createInterface({ input: process.stdin, output: process.stdout });
const typed = await terminal.question('the code: ');
terminal.close();

// A code is VALID once, so the first answer is kept.
const query = new URLSearchParams({ verify_code: typed.trim() });
const { verify } = await call('GET', `/v1/verify/${sent.reference_id}?${query}`);
console.log(verify.code_state);
if (verify.code_state === 'VALID') await call('PUT', `/v1/verify/completion/${sent.reference_id}`);
process.exitCode = verify.code_state === 'VALID' ? 0 : 1;
