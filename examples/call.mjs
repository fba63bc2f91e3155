// Calls a telephone that is told a code, and keeps in call.wav what the sandbox's telephone has heard. With our SDK.
//
//   CUSTOMER_ID=… API_KEY=… node examples/call.mjs [phone number] [file]
import { writeFile } from 'node:fs/promises';
import { trunkline } from './client.mjs';

const [number = '4915112345678', file = 'call.wav'] = process.argv.slice(2);

await trunkline.sandbox.skip(number); // calls of before
const { reference_id: reference } = await trunkline.codes.call({ phone_number: number, verify_code: '12345' });
console.log(`${reference}: calling, which takes half a minute`);

const call = await trunkline.sandbox.waitForEndedCall(number, { withinMs: 120_000 });
if (call.answered_on === null) throw new Error('nobody has answered');
await writeFile(file, new Uint8Array(await trunkline.sandbox.recording(number, call.id)));
console.log(`what was heard is in ${file}`);

// A person would type the code now.
const { verify } = await trunkline.codes.check(reference, '12345');
console.log(verify.code_state);
process.exitCode = verify.code_state === 'VALID' ? 0 : 1;
