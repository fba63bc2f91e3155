/** A document as a page, with the way to the others beside it. Pure. */
import type { BuiltDocument } from './built-docs.ts';
import { escapeHtml, htmlPage } from './html-page.ts';

/** `html`: what the build has made of the document. */
export function ownPage(
  { name, title }: BuiltDocument,
  { html, all }: { readonly html: string; readonly all: readonly BuiltDocument[] },
): string {
  const root = rootOf(name);
  const raw = `${escapeHtml(root + name)}.md`;
  return htmlPage(`${title} – Trunkline`, {
    navigation: `<p><a href="${root}../docs">Operations</a></p>${documentLinks(all, root)}`,
    main: `${html}<p><a href="${raw}">This page as Markdown</a></p>`,
  });
}

/** From a page below /docs to /docs/: a proxy may have put something before the path. */
function rootOf(name: string): string {
  return '../'.repeat(name.split('/').length - 1) || './';
}

/** The search and the list; `root`: the way to /docs/ from the page that has them. */
export function documentLinks(all: readonly BuiltDocument[], root: string): string {
  if (all.length === 0) return '';
  const field = '<input type="search" name="q" aria-label="Search the documents" placeholder="Search">';
  return `<form role="search" action="${root}search">${field}</form>${documentList(all, root)}`;
}

/** What somebody who is new looks for. */
const FIRST = ['recipes', ''];

export function documentList(all: readonly BuiltDocument[], root: string): string {
  const pages = all.filter(({ isPage }) => isPage);
  const folders = [...new Set([...FIRST, ...pages.map(({ name }) => folderOf(name))])];
  return folders.map((folder) => folderLinks(folder, { pages, root })).join('');
}

function folderLinks(
  folder: string,
  { pages, root }: { readonly pages: readonly BuiltDocument[]; readonly root: string },
): string {
  const heading = folder === '' ? 'Documents' : folder.charAt(0).toUpperCase() + folder.slice(1);
  const items = pages
    .filter(({ name }) => folderOf(name) === folder)
    .map(({ name, title }) => `<li><a href="${escapeHtml(root + name)}">${escapeHtml(title)}</a></li>`);
  if (items.length === 0) return '';
  return `<details${FIRST.includes(folder) ? ' open' : ''}><summary>${escapeHtml(heading)}</summary><ul>${items.join('')}</ul></details>`;
}

function folderOf(name: string): string {
  return name.split('/').slice(0, -1).join('/');
}
