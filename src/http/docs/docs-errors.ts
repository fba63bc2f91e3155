/**
 * The catalogue of errors and codes on the page at /docs, for readers who have the gateway and not its source. Pure.
 */
import { ADD_ON_CODES } from '../../engine/look-ups/codes.ts';
import { MESSAGE_CODES } from '../../engine/message/codes.ts';
import { TEXT_CODES } from '../../engine/message/text-codes.ts';
import { VERIFICATION_CODES } from '../../engine/verification/verification-codes.ts';
import { ERRORS, type Product } from '../../errors.ts';

/** Where the page links to. */
export const ERRORS_ANCHOR = 'errors';

const TITLES: ReadonlyArray<readonly [Product, string]> = [
  ['omnichannel', 'Omnichannel messaging'],
  ['messaging', 'One text'],
  ['phoneid', 'Phone ID'],
  ['anonymous', 'Masked sessions'],
  ['verify', 'Verification'],
  ['verification', 'Verification by several methods'],
  ['operator', 'Operators'],
  ['gateway', 'Everything else'],
];

/** `toHtml`: a text with its special characters written for HTML. */
export function errorsPart(toHtml: (text: string) => string): string {
  const table = (title: string, head: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number>>) => {
    const cells = (tag: string, row: ReadonlyArray<string | number>) =>
      `<tr>${row.map((cell) => `<${tag}>${toHtml(String(cell))}</${tag}>`).join('')}</tr>`;
    return `<section><h3>${toHtml(title)}</h3><table>${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</table></section>`;
  };
  const refusals = TITLES.map(([product, title]) =>
    table(
      title,
      ['HTTP', 'Code', 'Text'],
      ERRORS.filter((row) => row.product === product).map(({ http, code, text, error }) =>
        error ? [http, `${code}, errors ${error.code}`, error.text] : [http, code, text],
      ),
    ),
  );
  return `<h2 id="${ERRORS_ANCHOR}">Errors and codes</h2>${refusals.join('\n')}
${table(
  'Status of a message and of its channels',
  ['Code', 'Text'],
  MESSAGE_CODES.map(({ code, description }) => [code, description]),
)}
${table(
  'Status of one text',
  ['Code', 'Text'],
  TEXT_CODES.map(({ code, description }) => [code, description]),
)}
${table(
  'Status of a verification and of its methods',
  ['Code', 'Text'],
  VERIFICATION_CODES.map(({ code, description }) => [code, description]),
)}
${table(
  'Status of an add-on of Phone ID',
  ['Code', 'Text'],
  ADD_ON_CODES.map(({ code, text }) => [code, text]),
)}`;
}
