// A chat: sends each line that is typed, by RCS and else as a text, and shows what the other person answers. With our SDK.
//
//   CUSTOMER_ID=… API_KEY=… node examples/chat.mjs [phone number]
//
// It asks for what has come, so it needs no address that the gateway can reach.
import { createInterface } from 'node:readline';
import { trunkline } from './client.mjs';

const [number = '4915112345980'] = process.argv.slice(2);

async function listen(inbound) {
  for await (const { phone_number, user_response, content } of inbound) {
    if (phone_number !== number) continue;
    const { text, end_user_action: pressed, file, location } = content ?? { text: user_response.mo_message };
    console.log(`${number}:`, text ?? pressed?.text ?? file?.payload ?? location);
  }
}

const inbound = trunkline.inbound.follow({ everyMs: 500 });
await inbound.skip(); // what was there before
listen(inbound);
console.log(`What you type goes to ${number}. Ctrl-D ends it.`);
for await (const text of createInterface({ input: process.stdin })) {
  if (!text.trim()) continue;
  await trunkline.messages.send({
    phone_number: number,
    message_type: 'ARN',
    channels: [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }],
    message: { default: { template: 'text', parameters: { text } } },
  });
}
process.exit(0);
