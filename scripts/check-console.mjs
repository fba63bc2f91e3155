// The console as it is built, and what it is built from.
//
// 1. What a browser loads before it shows anything has at most 250 KB, as gzip has them.
// 2. The page holds no script and no style of its own, and loads nothing from elsewhere; nor do the scripts and styles.
// 3. No source sets markup past React: the text of a message stays text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SCHEMAS } from './check-api-types.mjs';
import { lineAt, listFiles, readSource, runAlone } from './source-text.mjs';

export const MOST_FIRST_BYTES = 250 * 1024;
const BUILT = 'dist/console';

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>|<style[\s>]|\sstyle=|\son[a-z]+=|javascript:/gi;
const ELSEWHERE = /(?:src|href)="(?:https?:)?\/\//gi;
const IN_STYLES = /url\(\s*["']?(?:https?:)?\/\/|@import/gi;
const IN_SCRIPTS = /\bimport\(?\s*["'](?:https?:)?\/\/|\bimportScripts\b|\bnew Function\(|[^\w.$]eval\(/g;
const PAST_REACT = /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcdoc|srcDoc)\b/g;

export function checkConsole(root) {
  return [...checkSources(root), ...checkBuilt(root)];
}

/** Rule 3. */
function checkSources(root) {
  return listFiles(root, ['console'], ['.ts', '.tsx']).flatMap((file) => {
    if (file === SCHEMAS.console) return [];
    const { text, code } = readSource(root, file);
    return [...code.matchAll(PAST_REACT)].map((match) => {
      return { file, line: lineAt(text, match.index), text: `${match[0]}: markup is made by React alone` };
    });
  });
}

/** Rules 1 and 2. Without a build there is nothing to look at. */
function checkBuilt(root) {
  if (!existsSync(join(root, BUILT, 'index.html'))) return [];
  const { first } = JSON.parse(readFileSync(join(root, BUILT, 'files.json'), 'utf8'));
  const page = `${BUILT}/index.html`;
  const assets = readdirSync(join(root, BUILT, 'assets')).map((name) => `${BUILT}/assets/${name}`);
  return [
    ...found(root, page, [INLINE, ELSEWHERE]),
    ...assets.filter((file) => file.endsWith('.css')).flatMap((file) => found(root, file, [IN_STYLES])),
    ...assets.filter((file) => file.endsWith('.js')).flatMap((file) => found(root, file, [IN_SCRIPTS])),
    ...checkSize(root, first),
  ];
}

function found(root, file, patterns) {
  const text = readFileSync(join(root, file), 'utf8');
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      return { file, line: lineAt(text, match.index), text: `${match[0].trim()}: the policy of the page forbids it` };
    }),
  );
}

function checkSize(root, first) {
  const files = ['index.html', ...first];
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(root, BUILT, name))).length, 0);
  if (bytes <= MOST_FIRST_BYTES) return [];
  const text = `the first load has ${Math.ceil(bytes / 1024)} KB as gzip; at most ${MOST_FIRST_BYTES / 1024}`;
  return [{ file: `${BUILT}/index.html`, line: 1, text }];
}

runAlone(import.meta.url, checkConsole);
