// Bundles the console (console/) into dist/console: hashed files below assets/, and index.html, which names what a browser
// loads first.
//
// 1. index.html holds no script and no style of its own, and its paths are relative: src/http/console/ turns them to where
//    the page was asked for.
// 2. Code is split by screen, styles are not: esbuild gives a part that is loaded later its styles in a file that nobody
//    would load. `console:styles` imports every style, so that all of them stand in one file, in one order: what
//    console/ui/ says comes before what a screen says.
// 3. index.html is written last: whoever asks meanwhile gets the files from before, which stay until the next build.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * What a build has written: `first` is loaded before anything is shown, for the budget; `packages` are part of it, for the
 * list of what the gateway is made of (sbom.mjs).
 */
const LIST = 'files.json';
const OWN = { entry: 'console/main.tsx', folder: 'dist/console' };
/** Files of builds before the last one that are kept while sources are watched. */
const KEPT_MS = 60_000;

/** `entry` and `folder`: for a test that shows something else by the same means. */
export async function buildConsole(root, target = OWN) {
  const { build } = await import('esbuild');
  await build(optionsFor(root, target));
}

/** Builds again whenever a source changes; returns what ends it. */
export async function watchConsole(root) {
  const { context } = await import('esbuild');
  const running = await context({ ...optionsFor(root, OWN), logLevel: 'info' });
  await running.watch();
  return running;
}

function optionsFor(root, { entry, folder }) {
  return {
    absWorkingDir: root,
    entryPoints: { main: entry },
    outdir: join(resolve(root, folder), 'assets'),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    legalComments: 'eof',
    metafile: true,
    write: false,
    logLevel: 'warning',
    plugins: [allStyles(root), written(resolve(root, folder), entry)],
  };
}

/** Rule 2. */
function allStyles(root) {
  return {
    name: 'all styles',
    setup(build) {
      build.onResolve({ filter: /^console:styles$/ }, () => ({ path: 'styles', namespace: 'console' }));
      build.onLoad({ filter: /.*/, namespace: 'console' }, () => {
        const order = ['ui/tokens.css', 'ui/', 'app/', ''];
        const rank = (file) => order.findIndex((start) => file.startsWith(start));
        const files = stylesBelow(join(root, 'console')).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
        const contents = ['uplot/dist/uPlot.min.css', ...files.map((file) => `./${file}`)]
          .map((file) => `import '${file}';`)
          .join('\n');
        return { contents, resolveDir: join(root, 'console'), watchDirs: [join(root, 'console')] };
      });
    },
  };
}

function stylesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function written(folder, entry) {
  return {
    name: 'written',
    setup(build) {
      build.onEnd(({ metafile, outputFiles, errors }) => {
        if (errors.length > 0) return;
        mkdirSync(join(folder, 'assets'), { recursive: true });
        const [script, { cssBundle: style }] = mainOf(metafile, entry);
        // The styles of what is loaded later stand in the one file (rule 2).
        const those = outputFiles.filter(({ path }) => !path.endsWith('.css') || basename(path) === basename(style));
        const files = those.flatMap(({ path, contents }) => packed(path, contents));
        for (const [path, contents] of files) writeFileSync(path, contents);
        forgetOthers(join(folder, 'assets'), new Set(files.map(([path]) => path)));
        const first = [script, style, ...staticImports(metafile, script)].map((path) =>
          path.slice(path.lastIndexOf('assets/')),
        );
        writeFileSync(join(folder, LIST), `${JSON.stringify({ first, packages: packagesIn(metafile) }, null, 2)}\n`);
        writeFileSync(join(folder, 'index.html'), page(first));
      });
    },
  };
}

/** A file, and what it is sent as to whoever takes it: packed once, here. */
function packed(path, contents) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_SIZE_HINT]: contents.length };
  return [
    [path, contents],
    [`${path}.gz`, gzipSync(contents, { level: 9 })],
    [`${path}.br`, brotliCompressSync(contents, { params })],
  ];
}

/** Places in package-lock.json of what is part of the files: `node_modules/react`. */
function packagesIn({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const found = inputs.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(found.filter((path) => path !== undefined))].sort();
}

function mainOf({ outputs }, entry) {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (!found) throw new Error(`there is no ${entry}`);
  return found;
}

function staticImports({ outputs }, script) {
  const found = new Set();
  const walk = (path) => {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(next)) continue;
      found.add(next);
      walk(next);
    }
  };
  walk(script);
  return [...found];
}

/** Rule 3. */
function forgetOthers(folder, kept) {
  const before = Date.now() - KEPT_MS;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!kept.has(path) && statSync(path).mtimeMs < before) rmSync(path);
  }
}

function page([script, style, ...others]) {
  const preloads = others.map((path) => `<link rel="modulepreload" href="${path}">\n`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Trunkline</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${style}">
${preloads}<script type="module" src="${script}"></script>
</head>
<body><div id="root"></div><noscript>The console needs JavaScript.</noscript></body>
</html>
`;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f5bd8"/>' +
  '<path d="M7 11h18M16 11v12" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>';

/** What was built is younger than its sources. */
export function isConsoleFresh(root, sources) {
  try {
    const { first } = JSON.parse(readFileSync(join(root, 'dist/console', LIST), 'utf8'));
    const files = ['index.html', ...first].map((name) => statSync(join(root, 'dist/console', name)).mtimeMs);
    return files[0] >= sources && files.length > 1;
  } catch {
    return false;
  }
}
