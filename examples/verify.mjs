// Verifies a telephone number: a code by SMS, by a call when no one enters it for half a minute. Needs Node alone.
//
//   CUSTOMER_ID=… API_KEY=… node examples/verify.mjs [phone number]
//
// BASE_URL is http://127.0.0.1:8080 unless set. In the sandbox the code is at /sandbox/handsets/{number}/messages.
import { createInterface } from 'node:readline';

const { BASE_URL = 'http://127.0.0.1:8080', CUSTOMER_ID, API_KEY } = process.env;
const [number = '4915112345678'] = process.argv.slice(2);
if (!CUSTOMER_ID || !API_KEY) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');
const authorization = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;

async function call(method, path, value) {
  const body = value === undefined ? {} : { body: JSON.stringify(value) };
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(new URL(path, BASE_URL), { method, headers, ...body });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const { reference_id: reference, status } = await call('POST', '/verification', {
  recipient: { phone_number: number },
  verification_policy: [{ method: 'sms', fallback_time: 30 }, { method: 'voice' }],
});
console.log(`${reference}: ${status.code} ${status.description}`);

const typed = createInterface({ input: process.stdin, output: process.stdout, prompt: 'Code: ' });
typed.prompt();
for await (const line of typed) {
  const code = line.trim();
  // 3900: right. 3904: wrong, try again. 3909: it is over.
  if (/^\d{3,10}$/.test(code)) {
    const answer = await call('PATCH', `/verification/${reference}/state`, {
      action: 'finalize',
      security_factor: code,
    });
    console.log(`${answer.status.code} ${answer.status.description}`);
    if (answer.status.code !== 3904) break;
  }
  typed.prompt();
}
typed.close();

const { state, inner_methods: methods } = await call('GET', `/verification/${reference}`);
console.log(`${state}:`, methods.map(({ method, state: how }) => `${method} ${how}`).join(', '));
process.exitCode = state === 'VERIFIED' ? 0 : 1;
