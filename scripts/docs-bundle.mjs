// Makes dist/docs of docs/: each document as Markdown and as the HTML of its page, with the lists that src/http/docs/
// serves beside them.
//
// 1. A link to a document or to openapi.yaml stays as it is in the Markdown; in the HTML it leads to the page. What else the
//    project has is not served, so that a link to it becomes the name of the file. Pictures are left out: they show the
//    console, which whoever reads this has.
// 2. A program of examples/ that a document links by its path, in a paragraph of its own, stands there whole: there is one
//    copy, which tests run.
// 3. The codes have a page of their own, made from the catalogue: docs/errors.md is served as Markdown alone.
// 4. Headings have the anchors that the documents are linked by elsewhere.
// 5. index.json is written last: who asks meanwhile gets what was there before.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Without a page: rule 3. */
const MARKDOWN_ALONE = 'errors';
const LINK = /\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const PICTURES = /^## Pictures\n[\s\S]*?(?=^## |(?![\s\S]))/m;
const PROGRAM = /^\[(examples\/[\w./-]+\.(\w+))\]\([\w./-]+\)$/gm;
const FENCED = /(^```[\s\S]*?^```$)/m;

/** `folder`: what is made anew. */
export async function buildDocs(root, folder = join(root, 'dist/docs')) {
  const { Marked } = await import('marked');
  const names = namesOf(join(root, 'docs'));
  const documents = names.map((name) => {
    const written = readFileSync(join(root, 'docs', `${name}.md`), 'utf8');
    const markdown = servedMarkdown(withPrograms(written, root), name, names);
    const html = name === MARKDOWN_ALONE ? null : new Marked(pageOptions()).parse(markdown);
    return { name, markdown, html, title: titleOf(markdown), headings: headingsOf(markdown) };
  });
  for (const { name, markdown, html } of documents) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, `${name}.md`), markdown);
    if (html !== null) writeFileSync(join(folder, `${name}.html`), html);
  }
  copyFileSync(join(root, 'docs/search.js'), join(folder, 'search.js'));
  writeFileSync(join(folder, 'llms.txt'), overview(documents));
  const index = documents.map(({ name, html, title, headings }) => ({ name, title, headings, isPage: html !== null }));
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
}

/** Without `.md`, those of the callers before those of folders. */
function namesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const depth = (name) => name.split('/').length;
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
  return names.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

/** Rule 2. */
function withPrograms(text, root) {
  return text.replace(PROGRAM, (_, path, language) => {
    return `\`${path}\`:\n\n\`\`\`${language}\n${readFileSync(join(root, path), 'utf8').trimEnd()}\n\`\`\``;
  });
}

/** Rule 1. */
function servedMarkdown(text, name, names) {
  const isServed = (path) => path === 'openapi.yaml' || names.some((each) => path === `docs/${each}.md`);
  const linked = (whole, label, target) => {
    if (/^(https?:|#)/.test(target)) return whole;
    const path = posix.join('docs', posix.dirname(name), target.split('#')[0]);
    return isServed(path) ? whole : `${label} (\`${path}\` in the source)`;
  };
  return text
    .replace(PICTURES, '')
    .split(FENCED)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(LINK, linked)))
    .join('');
}

function pageOptions() {
  const anchors = new Map();
  return {
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text, anchors)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(pageAddress(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
    },
  };
}

function pageAddress(href) {
  if (/^(https?:|#)/.test(href)) return href;
  const page = href.replace(/\.md(?=#|$)/, '');
  // Its anchors are those of the codes.
  return page.replace(/^((?:\.\.\/)*errors)#(?!code-).*$/, '$1');
}

function headingsOf(markdown) {
  const anchors = new Map();
  const outside = markdown.split(FENCED).filter((_, place) => place % 2 === 0);
  return outside
    .flatMap((part) => [...part.matchAll(/^#{1,6} (.+)$/gm)])
    .map(([, text]) => ({ text: plain(text), anchor: anchorOf(text, anchors) }));
}

/** Rule 4: small letters, spaces as hyphens, a number after what was there already. */
function anchorOf(text, anchors) {
  const anchor = plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  const before = anchors.get(anchor) ?? 0;
  anchors.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

function plain(markdown) {
  return markdown.replace(LINK, '$1').replace(/[`*]/g, '').trim();
}

function titleOf(markdown) {
  return plain(/^# (.+)$/m.exec(markdown)?.[1] ?? '');
}

/** As llmstxt.org has it, with links from where it is served. */
function overview(documents) {
  const line = ({ name, markdown, title }) => `- [${title}](docs/${name}.md): ${firstSentence(markdown)}`;
  const parts = { Documents: /^[^/]+$/, Recipes: /^recipes\//, Carriers: /^carriers\//, Decisions: /^decisions\// };
  const sections = Object.entries(parts).map(([part, pattern]) => {
    const lines = documents.filter(({ name }) => pattern.test(name)).map(line);
    return `## ${part}\n\n${lines.join('\n')}\n`;
  });
  return `# Trunkline

> A self-hosted communications gateway: what this one, in its version, can do.

- [openapi.yaml](openapi.yaml): Every operation, field, example and callback.

${sections.join('\n')}`;
}

/** Of its prose. */
function firstSentence(markdown) {
  const prose = markdown.split(FENCED).filter((_, place) => place % 2 === 0);
  const paragraph = /^(?![#|\-\s])[^\n]+(?:\n[^|\n][^\n]*)*/m.exec(prose.join(''))?.[0].replaceAll('\n', ' ') ?? '';
  return plain(/^.*?\.(?=\s|$)/.exec(paragraph)?.[0] ?? paragraph).replace(/:$/, '.');
}

function escapeHtml(words) {
  return words.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
