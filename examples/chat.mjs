// A chat: sends each line that is typed, by RCS and else as a text, and shows what the other person answers. Needs Node alone.
//
//   CUSTOMER_ID=… API_KEY=… node examples/chat.mjs [phone number]
//
// It asks for what has come, so it needs no address that the gateway can reach. BASE_URL is http://127.0.0.1:8080 unless set.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const { BASE_URL = 'http://127.0.0.1:8080', CUSTOMER_ID, API_KEY } = process.env;
const [number = '4915112345980'] = process.argv.slice(2);
if (!CUSTOMER_ID || !API_KEY) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');
const authorization = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;

async function call(path, value) {
  const post = { method: 'POST', body: JSON.stringify(value) };
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(new URL(path, BASE_URL), { headers, ...(value === undefined ? {} : post) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

let after = '';
const seen = new Set();
/** What has come since the last time. What is young is listed again, and known by its reference. */
async function fetchNew() {
  const page = await call(`/v1/inbound?limit=500${after}`);
  after = `&after=${page.next}`;
  const fresh = page.inbound.filter((piece) => !seen.has(piece.reference_id) && seen.add(piece.reference_id));
  return page.more ? [...fresh, ...(await fetchNew())] : fresh;
}

async function listen() {
  for (;;) {
    for (const { phone_number, user_response, content } of await fetchNew()) {
      if (phone_number !== number) continue;
      const { text, end_user_action: pressed, file, location } = content ?? { text: user_response.mo_message };
      console.log(`${number}:`, text ?? pressed?.text ?? file?.payload ?? location);
    }
    await wait(500);
  }
}

await fetchNew(); // what was there before
listen();
console.log(`What you type goes to ${number}. Ctrl-D ends it.`);
for await (const text of createInterface({ input: process.stdin })) {
  const channels = [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }];
  const message = { default: { template: 'text', parameters: { text } } };
  if (text.trim()) await call('/v1/omnichannel', { phone_number: number, message_type: 'ARN', channels, message });
}
process.exit(0);
