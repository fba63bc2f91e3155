/**
 * docs/errors.md, made from the catalogue. Run by itself it prints the page:
 * `node --import tsx test/support/errors-page.ts > docs/errors.md`.
 */
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ADD_ON_CODES } from '../../src/engine/look-ups/codes.ts';
import { MESSAGE_CODES } from '../../src/engine/message/codes.ts';
import { TEXT_CODES } from '../../src/engine/message/text-codes.ts';
import { VERIFICATION_CODES } from '../../src/engine/verification/verification-codes.ts';
import { anchorOf, ERRORS, type ErrorRow, type Product } from '../../src/errors.ts';

const TITLES: ReadonlyArray<readonly [Product, string, string]> = [
  [
    'omnichannel',
    'Omnichannel messaging',
    '`/v1/omnichannel`, `/capability` and every path under `/v1` that belongs to no other product',
  ],
  ['messaging', 'One text', '`/v1/messaging`'],
  ['phoneid', 'Phone ID', '`/v1/phoneid`'],
  ['anonymous', 'Anonymous sessions', '`/v1/anonymous`'],
  ['verify', 'Verification', '`/v1/verify`'],
  ['verification', 'Verification by several methods', '`/verification`'],
  ['operator', 'Operators', '`/operator/v1`'],
  ['sandbox', 'Sandbox', '`/sandbox`'],
  ['gateway', 'Everything else', 'probes, documents, webhooks of carriers, and what is no HTTP'],
];

/** Codes that have their anchor: each has one, where it stands first. */
const anchored = new Set<number>();

function codeCell(code: number): string {
  if (anchored.has(code)) return String(code);
  anchored.add(code);
  return `<a id="${anchorOf(code)}"></a>${code}`;
}

export function errorsPage(): string {
  anchored.clear();
  const sections = TITLES.map(([product, title, paths]) => section(product, title, paths));
  return `${INTRODUCTION}\n${sections.join('\n')}\n${addOnCodes()}\n${messageCodes()}\n${textCodes()}\n${verificationCodes()}`;
}

function section(product: Product, title: string, paths: string): string {
  const rows = ERRORS.filter((row) => row.product === product);
  const hasList = rows.some(({ error }) => error !== null);
  const head = hasList
    ? '| HTTP | `status.code` | `errors[0].code` | Text | Case | |\n|---|---|---|---|---|---|'
    : '| HTTP | `status.code` | Text | Case | |\n|---|---|---|---|---|';
  const lines = rows.map((row) => line(row, hasList));
  return `## ${title}\n\nPaths: ${paths}.\n\n${head}\n${lines.join('\n')}\n`;
}

function line(row: ErrorRow, hasList: boolean): string {
  const text = (row.error?.text ?? row.text).replaceAll('|', '\\|');
  const cells = [String(row.http), codeCell(row.code)];
  if (hasList) cells.push(row.error === null ? '' : codeCell(row.error.code));
  cells.push(text, `\`${row.case}\``, row.ours ? 'ours' : '');
  return `| ${cells.join(' | ')} |`;
}

function addOnCodes(): string {
  const rows = ADD_ON_CODES.map(({ code, text }) => `| ${codeCell(code)} | ${text} |`);
  return `## Status of an add-on of Phone ID

Not errors of a request: they stand in the object of each add-on, under the key that was asked. The look-up as a whole has
the status 300, or 301 when an add-on ended in 2802, 2810 or 2811.

| Code | Text |
|---|---|
${rows.join('\n')}
`;
}

function messageCodes(): string {
  const rows = MESSAGE_CODES.map(({ code, description }) => `| ${codeCell(code)} | ${description} |`);
  return `## Status of a message and of its channels

Not errors of a request: they stand in the body of \`GET /v1/omnichannel/{reference_id}\` and of callbacks.

| Code | Text |
|---|---|
${rows.join('\n')}
`;
}

function textCodes(): string {
  const rows = TEXT_CODES.map(({ code, description }) => `| ${codeCell(code)} | ${description} |`);
  return `## Status of one text

Not errors of a request: they stand in the body of \`GET /v1/messaging/{reference_id}\`, of
\`GET /v1/verify/{reference_id}\` for a code by SMS, and of their callbacks. [What each means](messaging.md#status-codes).

| Code | Text |
|---|---|
${rows.join('\n')}
`;
}

function verificationCodes(): string {
  const rows = VERIFICATION_CODES.map(({ code, description }) => `| ${codeCell(code)} | ${description} |`);
  return `## Status of a verification and of its methods

Not errors of a request: they stand in the answers to \`/verification\` and, as \`err_code\`, in its \`inner_methods\`,
which have codes of messages as well. [What each means](verification.md#states).

| Code | Text |
|---|---|
${rows.join('\n')}
`;
}

const INTRODUCTION = `# Errors

Every answer is JSON, also to an unknown path, a wrong method, a body that is too large, a head without \`Host\`, and bytes
that are no HTTP.
Program against \`status.code\` (and \`errors[0].code\` where there is one), not against the texts.

\`\`\`json
{ "status": { "code": 3304, "description": "Missing parameter: message_type", "updated_on": "2026-01-01T00:00:00.000Z" } }
\`\`\`

Products in the verify style name the fault in \`errors\`:

\`\`\`json
{
  "status": { "code": 501, "description": "Not authorized", "updated_on": "2026-01-01T00:00:00.000Z" },
  "errors": [{ "code": -30006, "description": "Invalid Signature" }]
}
\`\`\`

Each refusal has a header \`Link\` that leads to its code on the page that every gateway serves, such as
\`</docs/errors#code-3304>; rel="help"\`. The anchors here are the same.

Text in braces is filled in. \`ours\` marks codes that are not in the public material of the wire format. \`429\` and
\`503\`, and whatever else may pass by itself, carry \`Retry-After\` (seconds). Answers with \`401\` carry
\`WWW-Authenticate\`, answers with \`405\` carry \`Allow\`.

This page is made from the catalogue in \`src/errors.ts\`; a test compares the two.
`;

if (argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(errorsPage());
