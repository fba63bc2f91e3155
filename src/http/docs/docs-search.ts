/** The search over titles, headings and operations: its page, and the list that its script (docs/search.js) looks into. Pure. */
import type { JsonObject } from '../../lib/json.ts';
import type { BuiltDocument } from './built-docs.ts';
import { operationEntries } from './docs-page.ts';
import { htmlPage } from './html-page.ts';
import { documentList } from './own-page.ts';

export interface SearchEntry {
  readonly text: string;
  /** What it is part of. */
  readonly of: string;
  /** From /docs/. */
  readonly to: string;
}

export function searchPage(all: readonly BuiltDocument[]): string {
  return htmlPage('Search – Trunkline', {
    navigation: `<p><a href="../docs">Operations</a></p>${documentList(all, './')}`,
    main: `<h1>Search</h1><form role="search"><input type="search" name="q" aria-label="Search the documents" autocomplete="off" autofocus></form>
<p id="told" role="status"></p><ul id="found"></ul>
<noscript><p>The search needs a script. Without one, <a href="../llms.txt">the list of documents</a> leads on.</p></noscript>
<script src="search.js"></script>`,
  });
}

/** `document`: what openapi.yaml says. */
export function searchEntries(document: JsonObject, all: readonly BuiltDocument[]): SearchEntry[] {
  const operations = operationEntries(document).map(({ title, summary, anchor }) => ({
    text: title,
    of: summary,
    to: `../docs#${anchor}`,
  }));
  return [...operations, { text: 'Errors and codes', of: '', to: 'errors' }, ...all.flatMap(ofDocument)];
}

/** Its first heading is its title. */
function ofDocument({ name, title, isPage, headings }: BuiltDocument): SearchEntry[] {
  if (!isPage) return [];
  const inside = headings.slice(1).map(({ text, anchor }) => ({ text, of: title, to: `${name}#${anchor}` }));
  return [{ text: title, of: '', to: name }, ...inside];
}
