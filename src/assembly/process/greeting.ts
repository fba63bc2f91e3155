/**
 * What a start says to whoever reads it, on one screen: where the gateway is, how to get in, and what to do next. Pure.
 */
import type { FirstStep } from '../../diagnosis/first-steps.ts';

export interface Greeting {
  readonly version: string;
  readonly url: string;
  readonly operatorsUrl: string;
  /** Signs a browser in, once. Null: there is none. */
  readonly link: string | null;
  /** Null while a real carrier is configured. */
  readonly sandbox: SandboxGreeting | null;
  /** What real carriers still need. */
  readonly missing: readonly FirstStep[];
}

export interface SandboxGreeting {
  readonly customerId: string;
  readonly apiKey: string;
  /** Whether the account can be used. */
  readonly isOpen: boolean;
  /** The file from which a shell takes both (sandbox-env.ts), as it is typed; null: it could not be written. */
  readonly envFile: string | null;
}

/** With a line break at its end. `isBold`: the terminal shows it. */
export function greetingText(greeting: Greeting, isBold = false): string {
  const { version, url, operatorsUrl, link, sandbox, missing } = greeting;
  const title = `Trunkline ${version} is ready at ${url}`;
  const console = link === null ? [['Console', `${operatorsUrl}/console`]] : linkRows(link);
  const rows = [...console, ['Documents', `${url}/docs`]];
  if (operatorsUrl !== url) rows.push(['Operators', `${operatorsUrl} (/metrics, /readyz)`]);
  if (sandbox?.isOpen) rows.push(['Customer ID', sandbox.customerId], ['API key', sandbox.apiKey]);
  const lines = [
    isBold ? `\u001b[1m${title}\u001b[0m` : title,
    '',
    ...table(rows),
    ...(sandbox ? sandboxLines(sandbox) : missingLines(missing)),
  ];
  return `${lines.join('\n')}\n`;
}

function linkRows(link: string): string[][] {
  return [
    ['Console', link],
    ['', 'signs a browser in, once and within 10 minutes'],
  ];
}

function sandboxLines({ isOpen, envFile }: SandboxGreeting): string[] {
  if (!isOpen) {
    return ['', 'All carriers are simulated. The sandbox account is closed; "trunkline account activate" opens it.'];
  }
  const read = envFile ?? 'export CUSTOMER_ID=… API_KEY=… BASE_URL=…';
  return [
    '',
    'All carriers are simulated. In another terminal send a text, and see it arrive:',
    '',
    `  ${envFile === null ? read : `. ${read}`}`,
    '  curl -u "$CUSTOMER_ID:$API_KEY" "$BASE_URL/v1/messaging" \\',
    "    -d phone_number=4915112345678 -d message_type=ARN -d message='Hello'",
    '  curl -u "$CUSTOMER_ID:$API_KEY" \\',
    '    "$BASE_URL/sandbox/handsets/4915112345678/messages"',
    '',
    'README.md has more. Ctrl-C ends the gateway; what it has accepted is kept.',
  ];
}

function missingLines(missing: readonly FirstStep[]): string[] {
  if (missing.length === 0) return [];
  return ['', 'Still missing:', '', ...table(missing.map(({ missing: what, command }) => [what, command]))];
}

function table(rows: readonly string[][]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value = '']) => `  ${name.padEnd(width)}  ${value}`);
}
