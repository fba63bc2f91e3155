// The client that the examples with our SDK share: the account from the environment, and what goes wrong in one line.
//
// BASE_URL is http://127.0.0.1:8080 unless set. An application installs the SDK (docs/sdk.md) and says
// `import { Trunkline } from 'trunkline-sdk'`; here it is taken from where `npm ci` has built it.
import { Trunkline } from '../dist/sdk.js';

process.once('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const { BASE_URL: url = 'http://127.0.0.1:8080', CUSTOMER_ID: customerId, API_KEY: apiKey } = process.env;
if (!customerId || !apiKey) throw new Error('set CUSTOMER_ID and API_KEY to what npm start prints');

export const trunkline = new Trunkline({ url, customerId, apiKey });
