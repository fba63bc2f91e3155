// Receives callbacks and what people send, checks the signature and tells them apart. With our SDK, from which it takes
// `unwrap`; receive-callbacks.mjs does the same by hand.
//
//   CUSTOMER_ID=… API_KEY=… node examples/receive-with-sdk.mjs [port]
import { createServer } from 'node:http';
import { SignatureError, unwrap } from '../dist/sdk.js';
import { trunkline } from './client.mjs';

const port = Number(process.argv[2] ?? 9000);
const { secrets } = await trunkline.callbackSecrets.list();
const callbackSecrets = secrets.map(({ secret }) => secret);

// A try whose answer was lost is repeated under the same id.
const seen = new Set();

function tell({ kind, body }) {
  if (kind === 'message') console.log(`${body.reference_id}: ${body.status.code} ${body.status.description}`);
  else console.log(`${kind}: ${JSON.stringify(body)}`);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const webhook = await unwrap(Buffer.concat(chunks), request.headers, { callbackSecrets });
    if (!seen.has(webhook.id)) tell(webhook);
    seen.add(webhook.id);
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    console.log(`refused: ${error.message}`);
    response.writeHead(401).end();
  }
});
server.listen(port, '127.0.0.1', () => {
  console.log(`callback_url: http://127.0.0.1:${server.address().port}/callbacks`);
});
