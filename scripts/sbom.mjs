// `npm run sbom`: what the gateway is made of, as CycloneDX: every npm package that it runs with, its version and hash.
//
// What is for development alone, and becomes part of the console at the build, belongs to it (files.json of the build).
//
// 1. It is npm's own list of what package-lock.json names, less what is for development alone. npm is not asked for that
//    by --omit=dev: it then leaves out what something for development needs as well, such as the parts of `pg`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

const built = new URL('../dist/console/files.json', import.meta.url);
const inConsole = new Set(existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')).packages : []);

const runs = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => dev !== true || inConsole.has(path))
    .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
);

const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
const { status, stdout, error } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) {
  console.error(`npm sbom ended with ${error?.message ?? status}`);
  process.exit(1);
}
const all = JSON.parse(stdout);
const isRun = (reference) => runs.has(reference);
const sbom = {
  ...all,
  // npm takes the name of the folder.
  metadata: { ...all.metadata, component: { ...all.metadata.component, name: packages[''].name } },
  components: all.components.filter((each) => isRun(each['bom-ref'])),
  dependencies: all.dependencies
    .filter(({ ref }) => isRun(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isRun) })),
};
console.log(JSON.stringify(sbom, null, 2));
