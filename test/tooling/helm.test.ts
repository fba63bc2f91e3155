/** The Helm chart renders to what Kubernetes takes and the gateway understands, and says the same as deploy/kubernetes. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { CHART, type Rendered, renderChart, TEMPLATES } from '../support/helm/chart.ts';
import { Templates } from '../support/helm/template.ts';
import { HELM_VALUES } from '../support/helm/values.ts';

const root = new URL('../../', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'trunkline-helm-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const MASTER_KEY = `bound:${Buffer.alloc(32, 1).toString('base64')}`;

/** `a.b[0].c` */
function at(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], value);
}

function ofKind({ objects }: Rendered, kind: string): JsonObject[] {
  return objects.filter((object) => object.kind === kind);
}

function only(rendered: Rendered, kind: string): JsonObject {
  const [object, ...others] = ofKind(rendered, kind);
  assert.equal(others.length, 0, kind);
  return object ?? assert.fail(`no ${kind}`);
}

const API_VERSIONS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  Secret: 'v1',
  Service: 'v1',
  ServiceMonitor: 'monitoring.coreos.com/v1',
};
const NAME = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const LABEL = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;

test('whatever the values are, all objects are such as Kubernetes takes, and point to each other', () => {
  for (const [name, values] of Object.entries(HELM_VALUES)) {
    for (const release of ['trunkline', 'prod', `a-very-${'long-'.repeat(7)}name-of-52`]) {
      const rendered = renderChart(values, release);
      const what = `${name} as ${release}`;
      for (const object of rendered.objects) checkObject(object, what);
      const keys = rendered.objects.map((object) => `${object.kind} ${at(object, 'metadata.name')}`);
      assert.equal(new Set(keys).size, keys.length, `${what}: ${keys.join()}`);
      checkTogether(rendered, what);
    }
  }
});

function checkObject(object: JsonObject, what: string): void {
  const place = `${what}: ${object.kind}`;
  assert.equal(object.apiVersion, API_VERSIONS[String(object.kind)], place);
  const name = String(at(object, 'metadata.name'));
  assert.ok(NAME.test(name) && name.length <= 63, `${place} ${name}`);
  const labels = ['metadata.labels', 'spec.template.metadata.labels'].flatMap((path) =>
    Object.values(asJsonObject(at(object, path)) ?? {}),
  );
  for (const label of labels) {
    assert.ok(typeof label === 'string' && LABEL.test(label) && label.length <= 63, `${place} ${label}`);
  }
  const annotations = asJsonObject(at(object, 'spec.template.metadata.annotations') ?? {}) ?? assert.fail(place);
  for (const value of Object.values(annotations)) assert.equal(typeof value, 'string', `${place} ${value}`);
}

function checkTogether(rendered: Rendered, what: string): void {
  const deployment = only(rendered, 'Deployment');
  const selector = at(deployment, 'spec.selector.matchLabels');
  const labels = asJsonObject(at(deployment, 'spec.template.metadata.labels')) ?? {};
  for (const [name, value] of Object.entries(asJsonObject(selector) ?? {})) assert.equal(labels[name], value, what);
  for (const [kind, path] of [
    ['Service', 'spec.selector'],
    ['PodDisruptionBudget', 'spec.selector.matchLabels'],
    ['NetworkPolicy', 'spec.podSelector.matchLabels'],
  ] as const) {
    for (const object of ofKind(rendered, kind)) assert.deepEqual(at(object, path), selector, `${what}: ${kind}`);
  }
  const container = at(deployment, 'spec.template.spec.containers[0]');
  const ports = (at(container, 'ports') as ReadonlyArray<{ name: string }>).map(({ name }) => name);
  for (const service of ofKind(rendered, 'Service')) {
    assert.ok(ports.includes(String(at(service, 'spec.ports[0].targetPort'))), what);
  }
  for (const monitor of ofKind(rendered, 'ServiceMonitor')) {
    const wanted = asJsonObject(at(monitor, 'spec.selector.matchLabels')) ?? {};
    const found = ofKind(rendered, 'Service').filter((service) =>
      Object.entries(wanted).every(([name, value]) => asJsonObject(at(service, 'metadata.labels'))?.[name] === value),
    );
    assert.deepEqual(
      found.map((service) => at(service, 'spec.ports[0].name')),
      [at(monitor, 'spec.endpoints[0].port')],
      what,
    );
  }
  for (const scaler of ofKind(rendered, 'HorizontalPodAutoscaler')) {
    assert.equal(at(scaler, 'spec.scaleTargetRef.name'), at(deployment, 'metadata.name'));
    assert.equal(at(deployment, 'spec.replicas'), undefined, 'two would set it');
  }
  const variables = (at(container, 'env') as ReadonlyArray<{ name: string }>).map(({ name }) => name);
  assert.equal(new Set(variables).size, variables.length, what);
}

test('one node at a time may be taken away, also when it is the only one', () => {
  for (const replicas of [1, 2, 5]) {
    const { spec } = only(renderChart({ ...HELM_VALUES.least, replicas }), 'PodDisruptionBudget');
    assert.deepEqual([at(spec, 'maxUnavailable'), at(spec, 'minAvailable')], [1, undefined]);
  }
});

test('other settings, and other secrets of the chart, are other pods', () => {
  const secrets = { databaseUrl: 'postgres://db.example/a', masterKey: 'bound:x', operatorToken: 'y' };
  const podOf = (values: JsonObject) =>
    at(only(renderChart(values), 'Deployment'), 'spec.template.metadata.annotations');
  const before = podOf({ secrets });
  assert.deepEqual(podOf({ secrets }), before);
  assert.notDeepEqual(podOf({ secrets: { ...secrets, operatorToken: 'z' } }), before);
  assert.notDeepEqual(podOf({ secrets: { ...secrets, further: { SMSC_1_PASSWORD: 'a' } } }), before);
  assert.notDeepEqual(podOf({ secrets, settings: { log: { level: 'debug' } } }), before);
  assert.equal(
    asJsonObject(podOf(HELM_VALUES.least ?? {}))?.['checksum/secrets'],
    undefined,
    'those of others it does not know',
  );
});

test('a value that there is not, or that cannot work, is refused', () => {
  const refused = (values: JsonObject, why: RegExp) =>
    assert.throws(() => renderChart({ ...HELM_VALUES.least, ...values }), why);
  refused({ replica: 3 }, /additional properties/);
  refused({ image: { digest: 'latest' } }, /\/image\/digest must match/);
  refused({ terminationGracePeriodSeconds: 15 }, /terminationGracePeriodSeconds: has to be more than/);
  refused({ ingress: { enabled: true } }, /ingress\.host is needed/);
  refused({ existingSecret: '', secrets: { databaseUrl: 'a' } }, /secrets\.masterKey or existingSecret is needed/);
});

/** As a pod would find it. */
function configOf(rendered: Rendered): Config {
  const settings = ofKind(rendered, 'Secret').find(({ stringData }) => asJsonObject(stringData)?.['trunkline.yaml']);
  const secret = ofKind(rendered, 'Secret').find(({ stringData }) => asJsonObject(stringData)?.DATABASE_URL);
  const file = join(folder, 'trunkline.yaml');
  writeFileSync(file, String(at(settings, 'stringData')?.['trunkline.yaml' as never]));
  const container = at(only(rendered, 'Deployment'), 'spec.template.spec.containers[0]');
  const variables = at(container, 'env') as ReadonlyArray<{ name: string; value?: string }>;
  const given = Object.fromEntries(
    variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
  assert.equal(given.TRUNKLINE_CONFIG, '/etc/trunkline/trunkline.yaml');
  const inSecret = asJsonObject(secret?.stringData) as Record<string, string>;
  return loadConfig({ ...inSecret, ...given, TRUNKLINE_CONFIG: file });
}

test('the gateway accepts the settings and secrets that the chart gives it', () => {
  const config = configOf(
    renderChart({
      secrets: {
        databaseUrl: 'postgres://me:"quoted"@db.example:5432/trunkline',
        masterKey: MASTER_KEY,
        operatorToken: 'an-operator-token-that-is-long',
        further: { SMSC_1_PASSWORD: 'pass"wd' },
      },
      settings: {
        http: { trusted_proxies: ['10.0.0.0/8'] },
        carriers: [
          { name: 'smsc-1', kind: 'smpp', host: 'smsc.example', system_id: 'me', password: `\${SMSC_1_PASSWORD}` },
        ],
      },
      env: { NODE_EXTRA_CA_CERTS: '/etc/ssl/ours.pem' },
    }),
  );
  const [carrier] = config.carriers;
  assert.equal(carrier?.kind === 'smpp' && carrier.settings.password, 'pass"wd');
  assert.deepEqual(config.http.operators, { host: '0.0.0.0', port: 8090 });
  assert.match(config.database.url ?? '', /:"quoted"@/);
});

test('the values that docs/operate.md shows work as they stand there', () => {
  const page = readFileSync(new URL('docs/operate.md', root), 'utf8');
  const values = page.match(/```yaml\n(# values\.yaml\n.*?)```/s)?.[1] ?? '';
  const rendered = renderChart(parse(values.replace('sha256:…', `sha256:${'0'.repeat(64)}`)));
  assert.match(String(at(only(rendered, 'Deployment'), 'spec.template.spec.containers[0].image')), /@sha256:0+$/);
  const settings = asJsonObject(only(rendered, 'Secret').stringData)?.['trunkline.yaml'];
  const file = join(folder, 'shown.yaml');
  writeFileSync(file, String(settings));
  assert.equal(loadConfig({ TRUNKLINE_CONFIG: file, SMSC_1_PASSWORD: 'word' }).carriers.length, 1);
});

test('pods are those of deploy/kubernetes, but for their names', () => {
  const plain = parse(readFileSync(new URL('deploy/kubernetes/deployment.yaml', root), 'utf8'));
  const rendered = only(renderChart(HELM_VALUES.least ?? {}), 'Deployment');
  const comparable = (deployment: unknown) => {
    const spec = structuredClone(at(deployment, 'spec')) as Record<string, JsonObject>;
    const pod = at(spec, 'template.spec') as Record<string, unknown>;
    const volumes = pod.volumes as ReadonlyArray<{ name: string }>;
    pod.volumes = volumes.map(({ name }) => name);
    const spread = (pod.topologySpreadConstraints as Record<string, unknown>[])[0] ?? {};
    delete spread.labelSelector;
    const container = (pod.containers as Record<string, unknown>[])[0] ?? {};
    delete container.envFrom;
    delete container.imagePullPolicy;
    return { ...pod, replicas: spec.replicas, strategy: spec.strategy };
  };
  assert.deepEqual(comparable(rendered), comparable(plain));
});

test('the chart is of this release, and its schema knows every value', () => {
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  assert.deepEqual([chart.appVersion, chart.version], [version, version]);
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));
  const namesIn = (value: JsonObject, { properties }: { properties?: JsonObject }, place: string): void => {
    for (const [name, inner] of Object.entries(value)) {
      if (properties === undefined) return;
      const own = asJsonObject(properties[name]) ?? assert.fail(`${place}${name} is not in the schema`);
      const section = asJsonObject(inner);
      if (section) namesIn(section, own, `${place}${name}.`);
    }
  };
  namesIn(values, schema, '');
  const used = [
    ...Object.values(TEMPLATES)
      .join('\n')
      .matchAll(/\.Values\.(\w+)/g),
  ].map(([, name = '']) => name);
  assert.deepEqual([...new Set(used)].sort(), Object.keys(values).sort(), 'each value is used');
});

test('what is said after the installation fits what was installed', () => {
  const { notes } = renderChart({
    ...HELM_VALUES.least,
    ingress: { enabled: true, host: 'sms.example', tlsSecret: 'a' },
  });
  assert.match(notes, /^Trunkline \d+\.\d+\.\d+ is installed as trunkline\.$/m);
  assert.match(notes, /http:\/\/trunkline\.messages\.svc and https:\/\/sms\.example$/m);
  assert.match(notes, /port-forward service\/trunkline-operators 8090:8090$/m);
  assert.match(notes, /^No carrier is configured: /m);
  const carriers = [{ name: 'a', kind: 'smpp', host: 'b', system_id: 'c' }];
  assert.doesNotMatch(renderChart({ ...HELM_VALUES.least, settings: { carriers } }).notes, /No carrier/);
});

test('the renderer refuses what it does not know', () => {
  const render = (text: string) => new Templates({ a: text }).render('a', { b: { c: 1 }, list: [1] });
  assert.equal(render('x {{- if .b.c }} y {{ else }} z{{ end -}}  \n w'), 'x y w');
  assert.equal(render('{{ range $k, $v := .b }}{{ $k }}={{ $v }};{{ end }}{{ $.b.c }}'), 'c=1;1');
  assert.equal(
    render('{{ with .none }}a{{ end }}{{- /* said */ -}}{{ printf "%s-%s" "a" (default "b" .none) }}'),
    'a-b',
  );
  for (const text of [
    '{{ .none.d }}',
    '{{ nothing 1 }}',
    '{{ if .b }}',
    '{{ end }}',
    '{{ .b }}',
    '{{ template "a" }}',
  ]) {
    assert.throws(() => render(text), text);
  }
});
