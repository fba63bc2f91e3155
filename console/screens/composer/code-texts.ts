/**
 * A request as somebody would type it: with curl, and in TypeScript. Neither holds a key: both take the account's own from
 * the environment. Pure.
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
