/** OpenTelemetry's variables over the section `tracing`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOtel, type TracingConfig, tracingOf } from './tracing.ts';

const NONE = { endpoint: null, sample_ratio: 1, headers: [] };
const FILE = { endpoint: 'http://file:4318/v1/traces', sample_ratio: 0.5, headers: ['x-from: file'] };

function read(env: Record<string, string>, settings: Parameters<typeof tracingOf>[0] = NONE): TracingConfig | null {
  const problems: string[] = [];
  const tracing = tracingOf(settings, readOtel(env, problems));
  assert.deepEqual(problems, []);
  return tracing;
}

test('without variables the file counts, and without an endpoint there are no traces', () => {
  assert.equal(read({ OTEL_SERVICE_NAME: 'me', OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_EXPORTER: '' }), null);
  assert.deepEqual(read({}, FILE), {
    endpoint: 'http://file:4318/v1/traces',
    sampleRatio: 0.5,
    asksParent: true,
    headers: { 'x-from': 'file' },
    timeoutMs: 10_000,
    resource: {},
    propagates: true,
  });
});

test('variables go before the file, and those for traces before those for all signals', () => {
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all:4318/',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=all,',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
    OTEL_SERVICE_NAME: 'gateway',
    OTEL_PROPAGATORS: 'none',
  };
  assert.deepEqual(read(all, FILE), {
    endpoint: 'http://all:4318/v1/traces',
    sampleRatio: 0.25,
    asksParent: false,
    headers: { authorization: 'Bearer abc', 'x-tenant': 'all' },
    timeoutMs: 2500,
    resource: { 'deployment.environment.name': 'test', 'service.name': 'gateway' },
    propagates: false,
  });
  const own = read({
    ...all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://own/otlp',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=own',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '100',
    OTEL_PROPAGATORS: 'tracecontext,baggage',
  });
  assert.deepEqual(
    [own?.endpoint, own?.headers, own?.timeoutMs, own?.propagates],
    ['https://own/otlp', { authorization: 'Bearer abc', 'x-tenant': 'own' }, 100, true],
  );
});

test('each sampler keeps the share that its name says', () => {
  const kept = (sampler: string, argument = '') => {
    const made = read({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }, FILE);
    return [made?.sampleRatio, made?.asksParent];
  };
  assert.deepEqual(kept('always_on', '0.1'), [1, false]);
  assert.deepEqual(kept('always_off'), [0, false]);
  assert.deepEqual(kept('parentbased_always_on'), [1, true]);
  assert.deepEqual(kept('parentbased_always_off'), [0, true]);
  assert.deepEqual(kept('parentbased_traceidratio', '0.1'), [0.1, true]);
  assert.deepEqual(kept('parentbased_traceidratio'), [1, true]);
});

test('the SDK can be switched off, or its exporter, whatever the file says', () => {
  assert.equal(read({ OTEL_SDK_DISABLED: 'true' }, FILE), null);
  assert.equal(read({ OTEL_SDK_DISABLED: 'TRUE' }, FILE), null);
  assert.equal(read({ OTEL_TRACES_EXPORTER: 'none' }, FILE), null);
  assert.notEqual(read({ OTEL_SDK_DISABLED: 'false', OTEL_TRACES_EXPORTER: 'otlp' }, FILE), null);
});

test('a variable that is wrong, or asks for what cannot be done, is named without its value', () => {
  const wrong: Readonly<Record<string, readonly [string, string]>> = {
    OTEL_SDK_DISABLED: ['yes-hush', 'true, false'],
    OTEL_TRACES_EXPORTER: ['zipkin', 'otlp, none'],
    OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc', 'http/protobuf'],
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['http/json', 'http/protobuf'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4317', 'a URL such as http://collector:4318'],
    OTEL_EXPORTER_OTLP_HEADERS: ['authorization: hush', 'name=value, several between commas, values percent-encoded'],
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: ['a=%zz', 'name=value, several between commas, values percent-encoded'],
    OTEL_EXPORTER_OTLP_TIMEOUT: ['10s', 'a whole number from 1 to 600000: milliseconds'],
    OTEL_EXPORTER_OTLP_COMPRESSION: ['zstd', 'gzip, none'],
    OTEL_TRACES_SAMPLER: ['jaeger_remote', 'always_on, always_off, traceidratio, parentbased_always_on'],
    OTEL_RESOURCE_ATTRIBUTES: ['nothing', 'name=value, several between commas, values percent-encoded'],
    OTEL_PROPAGATORS: ['tracecontext,b3', 'a list of tracecontext, baggage, none'],
  };
  for (const [name, [value, allowed]] of Object.entries(wrong)) {
    const problems: string[] = [];
    readOtel({ [name]: value }, problems);
    assert.equal(problems.length, 1, name);
    assert.ok(problems[0]?.startsWith(`${name}: allowed: ${allowed}`), problems[0]);
    assert.ok(!problems[0]?.includes('hush'));
  }
  const problems: string[] = [];
  readOtel({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1.5' }, problems);
  assert.deepEqual(problems, ['OTEL_TRACES_SAMPLER_ARG: allowed: a number from 0 to 1']);
});
