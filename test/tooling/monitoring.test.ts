/** What deploy/monitoring asks for is there: metrics, paragraphs of docs/operate.md, and pages that their program made. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { dashboards } from '../../deploy/monitoring/dashboards.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ALERTS = 'deploy/monitoring/alerts.yaml';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function alerts(): Alert[] {
  const { groups } = parse(read(ALERTS)) as { groups: Array<{ rules: Alert[] }> };
  return groups.flatMap(({ rules }) => rules);
}

/** Names of metrics as queries write them, those of Node and Prometheus aside. */
function asked(text: string): string[] {
  return [...text.matchAll(/\btrunkline_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
}

test('every metric that an alarm or a page asks for is made', () => {
  const made = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(join('src', file)).matchAll(/name: '(trunkline_\w+)'/g)].map(([, name]) => name));
  const queries = dashboards().flatMap(({ text }) => [...text.matchAll(/"expr": "(.*)"/g)].map(([, query]) => query));
  const wanted = [...alerts().map(({ expr }) => expr), ...queries].flatMap((query) => asked(query ?? ''));
  assert.ok(wanted.length > 80);
  assert.deepEqual([...new Set(wanted)].filter((name) => !made.includes(name)).sort(), []);
});

test('every alarm has a paragraph that says what to do, and every such paragraph an alarm', () => {
  const guide = read('docs/operate.md');
  const section = guide.slice(guide.indexOf('\n## Alarms\n'), guide.indexOf('\n## The log\n'));
  const headings = [...section.matchAll(/^### (\w+)\n\n\S/gm)].map(([, name]) => name);
  assert.deepEqual(
    alerts().map(({ annotations }) => annotations.runbook_url),
    alerts().map(({ alert }) => `docs/operate.md#${alert.toLowerCase()}`),
  );
  assert.deepEqual(
    headings.toSorted(),
    alerts()
      .map(({ alert }) => alert)
      .toSorted(),
  );
  for (const { alert, labels, annotations } of alerts()) {
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.ok(annotations.summary.length > 10, alert);
  }
});

test('the pages are what their program makes', () => {
  const folder = 'deploy/monitoring/dashboards';
  const made = dashboards();
  assert.deepEqual(readdirSync(join(ROOT, folder)).toSorted(), made.map(({ file }) => file).toSorted());
  for (const { file, text } of made) assert.equal(read(join(folder, file)), text, file);
});

const PROMTOOL = spawnSync('promtool', ['--version']).error === undefined;

test('promtool finds nothing wrong', {
  skip: PROMTOOL ? false : 'there is no promtool: apt-get install prometheus',
}, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', join(ROOT, ALERTS)], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, new RegExp(`${alerts().length} rules found`));
});
