/**
 * A request as somebody would type it: with curl, with the SDK, and in TypeScript without it. None holds a key: they take
 * the account's own from the environment. Pure.
 */
import type { ComposedRequest } from './request.ts';

export interface CodePlace {
  /** The address of the callers' API. */
  readonly baseUrl: string;
  /** Whose request it is; '': from the environment, as the key always is. */
  readonly customerId: string;
}

export function curlText({ method, path, body }: ComposedRequest, { baseUrl, customerId }: CodePlace): string {
  const lines = [
    `BASE_URL=${quoted(baseUrl)}`,
    ...(customerId === '' ? [] : [`CUSTOMER_ID=${quoted(customerId)}`]),
    `curl ${method === 'GET' ? '' : '--request POST '}"$BASE_URL"${quoted(path)} \\`,
    `  --user "$CUSTOMER_ID:$API_KEY"`,
  ];
  if (body === null) return `${lines.join('\n')}\n`;
  const json = quoted(JSON.stringify(body, null, 2));
  return `${lines.join('\n')} \\\n  --header 'Content-Type: application/json' \\\n  --data ${json}\n`;
}

/** For a shell: nothing in it means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The SDK's function for what is posted to a path. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  '/v1/omnichannel': 'messages.send',
  '/v1/messaging': 'texts.send',
  '/verification': 'verifications.begin',
  '/v1/verify/sms': 'codes.text',
  '/v1/verify/call': 'codes.call',
  '/v1/anonymous/session/sms': 'sessions.open',
};

export function sdkText(request: ComposedRequest, { baseUrl, customerId }: CodePlace): string {
  return `import { Trunkline } from 'trunkline-sdk';

const { BASE_URL = ${JSON.stringify(baseUrl)}, CUSTOMER_ID = ${JSON.stringify(customerId)}, API_KEY = '' } = process.env;
const trunkline = new Trunkline({ url: BASE_URL, customerId: CUSTOMER_ID, apiKey: API_KEY });

console.log(await trunkline.${sdkCall(request)});
`;
}

function sdkCall({ path, body }: ComposedRequest): string {
  if (path === '/v1/phoneid') {
    const { phone_number: number = '', ...rest } = body ?? {};
    const asked = Object.keys(rest).length === 0 ? '' : `, ${JSON.stringify(rest, null, 2)}`;
    return `phoneId.lookUp(${JSON.stringify(number)}${asked})`;
  }
  const posted = FUNCTIONS[path];
  if (posted !== undefined) return `${posted}(${JSON.stringify(body ?? {}, null, 2)})`;
  const [channel = '', number = '', agentId] = path.split('/').slice(2).map(decodeURIComponent);
  const options = { ...(channel === 'rcs' ? {} : { channel }), ...(agentId === undefined ? {} : { agentId }) };
  const asked = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`;
  return `capabilities.check(${JSON.stringify(number)}${asked})`;
}

export function typescriptText({ method, path, body }: ComposedRequest, { baseUrl, customerId }: CodePlace): string {
  const sent =
    body === null
      ? `  headers: { authorization },\n`
      : `  method: '${method}',\n  headers: { authorization, 'content-type': 'application/json' },\n  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),\n`;
  const whose = customerId === '' ? '' : ` = ${JSON.stringify(customerId)}`;
  return `const { BASE_URL = ${JSON.stringify(baseUrl)}, CUSTOMER_ID${whose}, API_KEY } = process.env;
const authorization = \`Basic \${Buffer.from(\`\${CUSTOMER_ID}:\${API_KEY}\`).toString('base64')}\`;

const response = await fetch(\`\${BASE_URL}${path}\`, {
${sent}});
console.log(response.status, await response.json());
`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
