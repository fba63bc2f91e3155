/**
 * The page at /docs/errors: each code once, with what it says in each product, for readers who have the gateway and not its
 * source. Each refusal links to its code here. Pure.
 */
import { ADD_ON_CODES } from '../../engine/look-ups/codes.ts';
import { MESSAGE_CODES } from '../../engine/message/codes.ts';
import { TEXT_CODES } from '../../engine/message/text-codes.ts';
import { VERIFICATION_CODES } from '../../engine/verification/verification-codes.ts';
import { anchorOf, ERRORS, type ErrorRow, type Product } from '../../errors.ts';
import { escapeHtml, htmlPage } from './html-page.ts';

const TITLES: Readonly<Record<Product, string>> = {
  omnichannel: 'Omnichannel messaging',
  messaging: 'One text',
  phoneid: 'Phone ID',
  anonymous: 'Masked sessions',
  verify: 'Verification',
  verification: 'Verification by several methods',
  operator: 'Operators',
  sandbox: 'Sandbox',
  gateway: 'Everything else',
};

interface Meaning {
  readonly code: number;
  readonly where: string;
  /** Empty: it is no refusal of a request. */
  readonly http: string;
  readonly text: string;
}

export function errorsPage(): string {
  const codes = [...byCode(meanings())].sort(([a], [b]) => Number(a < 0) - Number(b < 0) || Math.abs(a) - Math.abs(b));
  const links = codes.map(([code]) => `<li><a href="#${anchorOf(code)}">${code}</a></li>`);
  return htmlPage('Errors and codes', {
    navigation: `<p><a href="../docs">Operations</a></p><h2>Codes</h2><ul class="codes">${links.join('')}</ul>`,
    main: `<h1>Errors and codes</h1><p>A program goes by the code, not by the text: by that in <code>errors</code> where there is one, else by <code>status.code</code>. Each refusal has a header <code>Link</code> that leads to its code here. Text in braces is filled in. A code without a status of HTTP is no error of a request: it tells how far something has come, in answers and callbacks.</p>
${codes.map(([code, rows]) => section(code, rows)).join('\n')}`,
  });
}

function meanings(): Meaning[] {
  return [
    ...ERRORS.flatMap(ofRefusal),
    ...MESSAGE_CODES.map(({ code, description }) => told(code, 'Status of a message and of its channels', description)),
    ...TEXT_CODES.map(({ code, description }) => told(code, 'Status of one text', description)),
    ...VERIFICATION_CODES.map(({ code, description }) =>
      told(code, 'Status of a verification and of its methods', description),
    ),
    ...ADD_ON_CODES.map(({ code, text }) => told(code, 'Status of an add-on of Phone ID', text)),
  ];
}

/** A fault that stands in `errors` has a code of its own beside that of the status. */
function ofRefusal({ product, http, code, text, error }: ErrorRow): Meaning[] {
  const where = TITLES[product];
  const status = { code, where, http: String(http), text };
  return error ? [status, { ...status, code: error.code, text: error.text }] : [status];
}

function told(code: number, where: string, text: string): Meaning {
  return { code, where, http: '', text };
}

function byCode(all: readonly Meaning[]): Map<number, Meaning[]> {
  const codes = new Map<number, Meaning[]>();
  for (const meaning of all) {
    const rows = codes.get(meaning.code) ?? [];
    if (!rows.some((row) => JSON.stringify(row) === JSON.stringify(meaning))) rows.push(meaning);
    codes.set(meaning.code, rows);
  }
  return codes;
}

function section(code: number, rows: readonly Meaning[]): string {
  const lines = rows.map(
    ({ where, http, text }) => `<tr><td>${escapeHtml(where)}</td><td>${http}</td><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<section id="${anchorOf(code)}"><h3>${code}</h3><table><tr><th class="where">Where</th><th class="http">HTTP</th><th>Text</th></tr>${lines.join('')}</table></section>`;
}
