// Verifies a telephone number: a code by SMS, by a call when no one enters it for half a minute. With our SDK.
//
//   CUSTOMER_ID=… API_KEY=… node examples/verify.mjs [phone number]
//
// In the sandbox the code is at /sandbox/handsets/{number}/messages.
import { createInterface } from 'node:readline';
import { trunkline } from './client.mjs';

const [number = '4915112345678'] = process.argv.slice(2);

const { reference_id: reference, status } = await trunkline.verifications.begin({
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
    const { status: answer } = await trunkline.verifications.check(reference, code);
    console.log(`${answer.code} ${answer.description}`);
    if (answer.code !== 3904) break;
  }
  typed.prompt();
}
typed.close();

const { state, inner_methods: methods } = await trunkline.verifications.get(reference);
console.log(`${state}:`, methods.map(({ method, state: how }) => `${method} ${how}`).join(', '));
process.exitCode = state === 'VERIFIED' ? 0 : 1;
