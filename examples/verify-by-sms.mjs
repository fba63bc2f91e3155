// Sends a code by SMS, asks for what was typed, and checks it. With our SDK.
//
//   CUSTOMER_ID=… API_KEY=… node examples/verify-by-sms.mjs [phone number]
//
// The code is read from the terminal, or from what is piped in.
import { createInterface } from 'node:readline/promises';
import { trunkline } from './client.mjs';

const [number = '4915112345678'] = process.argv.slice(2);

const { reference_id: reference, status } = await trunkline.codes.text({ phone_number: number, language: 'en-US' });
console.log(`${reference}: ${status.code} ${status.description}`);

const terminal = createInterface({ input: process.stdin, output: process.stdout });
const typed = await terminal.question('the code: ');
terminal.close();

// A code is VALID once, so the first answer is kept.
const { verify } = await trunkline.codes.check(reference, typed.trim());
console.log(verify.code_state);
if (verify.code_state === 'VALID') await trunkline.codes.complete(reference);
process.exitCode = verify.code_state === 'VALID' ? 0 : 1;
