/**
 * The frame of the pages below /docs: one document with nothing to load, so that it works on a machine without internet and
 * under the strictest content security policy. Pure.
 */

/** `navigation`, `main`: HTML. */
export function htmlPage(
  title: string,
  { navigation, main }: { readonly navigation: string; readonly main: string },
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<nav>${navigation}</nav>
<main>${main}
</main></body></html>
`;
}

export function escapeHtml(words: string): string {
  return words.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#1b1f24;display:flex}
nav{width:19rem;flex:none;height:100vh;overflow:auto;position:sticky;top:0;padding:1rem;background:#f4f5f7;box-sizing:border-box}
nav h2{font-size:1rem}nav ul{list-style:none;padding:0;font-size:.85rem;overflow-wrap:anywhere}
input[type=search]{width:100%;box-sizing:border-box;font:inherit;padding:.35rem .5rem}nav .codes{columns:3}nav details{margin:.35rem 0}summary{cursor:pointer}.part{margin-top:4rem;font-size:1.75rem}.sample{white-space:pre-wrap;overflow-wrap:anywhere}.where{width:17rem}.http{width:3rem}main{padding:1rem 2rem;max-width:60rem;min-width:0}a{color:#0b57d0}
section{border-top:1px solid #d5d9de;margin-top:2rem}section h3{font-family:ui-monospace,monospace}
table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{border:1px solid #d5d9de;padding:.3rem .5rem;text-align:left;vertical-align:top}
pre{background:#f4f5f7;padding:.75rem;overflow:auto}code{font-size:.9em}
section:target{outline:2px solid #0b57d0;outline-offset:.5rem}@media(max-width:40rem){body{display:block}nav{position:static;width:auto;height:auto;max-height:12rem}main{padding:1rem}main :not(pre)>code{overflow-wrap:anywhere}}
@media(prefers-color-scheme:dark){body{background:#14171a;color:#dfe3e8}nav,pre{background:#1f2327}a{color:#8ab4f8}td,th,section{border-color:#3a4046}}`;
