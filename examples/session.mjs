// Two people who text each other through masks: opens a session, has both write, shows what each one sees, and closes it.
// With our SDK; the people are handsets of the sandbox.
//
//   CUSTOMER_ID=… API_KEY=… node examples/session.mjs [phone number] [phone number]
import { trunkline } from './client.mjs';

const [first = '4915112345601', second = '4915112345602'] = process.argv.slice(2);
const { sandbox, sessions } = trunkline;

const { session_id: id, session_data: data } = await sessions.open({
  phone_number_1: first,
  phone_number_2: second,
  validity_period: 24,
});
const { masked_id: maskOfFirst } = data.phone_number_1;
const { masked_id: maskOfSecond } = data.phone_number_2;
console.log(`${first} texts ${maskOfSecond}, ${second} texts ${maskOfFirst}`);

for (const [writer, mask, reader, text] of [
  [first, maskOfSecond, second, 'I am at the door'],
  [second, maskOfFirst, first, 'I am coming down'],
]) {
  await sandbox.skip(reader);
  await sandbox.reply(writer, { to: mask, text });
  const seen = await sandbox.waitForMessage(reader);
  console.log(`${reader} reads: ${seen.text} (from ${seen.from})`);
}

const { texts } = await sessions.close(id);
console.log(`closed; ${texts.from_1} and ${texts.from_2} texts went through`);
