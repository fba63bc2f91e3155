/**
 * Debian's Prometheus beside a gateway: it takes what /metrics gives, evaluates every alarm, and answers what the pages for
 * Grafana ask.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { dashboards } from '../../deploy/monitoring/dashboards.mjs';
import { eventually } from '../support/cluster/eventually.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { freePort } from '../support/ports.ts';

const ALERTS = fileURLToPath(new URL('../../deploy/monitoring/alerts.yaml', import.meta.url));
const IS_THERE = spawnSync('prometheus', ['--version']).error === undefined;
const skip = IS_THERE ? false : 'there is no Prometheus: apt-get install prometheus';

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly state: string;
}

describe('Prometheus', { skip }, () => {
  let service: TestGateway;
  let folder: string;
  let url: string;
  let stop = async () => {};

  before(async () => {
    service = await startGateway();
    folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
    const target = new URL(service.gateway.operatorsUrl).host;
    const settings = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [ALERTS],
      scrape_configs: [{ job_name: 'trunkline', static_configs: [{ targets: [target] }] }],
    };
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(settings));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`];
    const child = spawn('prometheus', args, { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
  });

  after(async () => {
    await stop();
    await service.stop();
    await rm(folder, { recursive: true });
  });

  async function ask(path: string): Promise<unknown> {
    const { body } = await request(`${url}/api/v1${path}`);
    const answer = (await body.json()) as { status: string; error?: string; data: unknown };
    assert.equal(answer.status, 'success', `${path}: ${answer.error}`);
    return answer.data;
  }

  test('takes the figures, evaluates every alarm, and none rings while all is well', async () => {
    await service.untilStatus(await service.send(textOnly('4915112345678')), 3000);
    const rules = await eventually('every alarm has been evaluated with a gateway that is up', async () => {
      const up = (await ask('/query?query=up')) as { result: Array<{ value: [number, string] }> };
      if (up.result[0]?.value[1] !== '1') return false;
      const { groups } = (await ask('/rules')) as { groups: Array<{ rules: Rule[] }> };
      const all = groups.flatMap((group) => group.rules);
      return all.length > 0 && all.every(({ health }) => health !== 'unknown') && all;
    });
    assert.deepEqual(
      rules.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => `${name}: ${lastError}`),
      [],
    );
    assert.deepEqual(
      rules.filter(({ state }) => state === 'firing').map(({ name }) => name),
      [],
    );
  });

  test('answers every query of the pages', async () => {
    const queries = dashboards().flatMap(({ text }) => {
      const { panels } = JSON.parse(text) as { panels: Array<{ targets: Array<{ expr: string }> }> };
      return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    });
    for (const query of queries) {
      const filled = query.replaceAll('$__rate_interval', '1m').replaceAll('$carrier', '.*');
      await ask(`/query?query=${encodeURIComponent(filled)}`);
    }
    const finished = encodeURIComponent('sum(trunkline_messages_finished_total{code="3000"})');
    await eventually('the message is counted', async () => {
      const { result } = (await ask(`/query?query=${finished}`)) as { result: Array<{ value: [number, string] }> };
      return result[0]?.value[1] === '1';
    });
  });
});
