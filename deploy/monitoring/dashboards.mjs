// Makes deploy/monitoring/dashboards/*.json, pages for Grafana, out of what stands here: `node deploy/monitoring/dashboards.mjs`.
// A test compares them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Panels with what they ask Prometheus, and what each line is called. A row is 24 wide. */
const BOARDS = {
  overview: {
    title: 'Trunkline: overview',
    panels: [
      {
        title: 'Requests a second',
        unit: 'reqps',
        stacked: true,
        queries: [
          ['sum by (operation) (rate(trunkline_http_request_seconds_count[$__rate_interval]))', '{{operation}}'],
        ],
      },
      {
        title: 'Answered 5xx',
        unit: 'percentunit',
        queries: [
          [
            'sum(rate(trunkline_http_request_seconds_count{status=~"5.."}[$__rate_interval])) / sum(rate(trunkline_http_request_seconds_count[$__rate_interval]))',
            'share',
          ],
        ],
      },
      {
        title: 'Accepting a message',
        unit: 's',
        queries: [
          [
            'histogram_quantile(0.5, sum by (le) (rate(trunkline_http_request_seconds_bucket{operation="send_message"}[$__rate_interval])))',
            'p50',
          ],
          [
            'histogram_quantile(0.99, sum by (le) (rate(trunkline_http_request_seconds_bucket{operation="send_message"}[$__rate_interval])))',
            'p99',
          ],
        ],
      },
      {
        title: 'Messages that ended a second',
        unit: 'ops',
        stacked: true,
        queries: [['sum by (channel) (rate(trunkline_messages_finished_total[$__rate_interval]))', '{{channel}}']],
      },
      {
        title: 'Delivered share',
        unit: 'percentunit',
        queries: [
          [
            'sum(rate(trunkline_messages_finished_total{code="3000"}[$__rate_interval])) / sum(rate(trunkline_messages_finished_total{code!="3005"}[$__rate_interval]))',
            'delivered',
          ],
        ],
      },
      {
        title: 'Ended, by code',
        unit: 'ops',
        stacked: true,
        queries: [
          ['sum by (code) (rate(trunkline_messages_finished_total{code!="3000"}[$__rate_interval]))', '{{code}}'],
        ],
      },
      {
        title: 'Refused requests',
        unit: 'reqps',
        queries: [
          [
            'sum by (product, reason) (rate(trunkline_requests_refused_total[$__rate_interval]))',
            '{{product}} {{reason}}',
          ],
        ],
      },
      {
        title: 'Without valid credentials',
        unit: 'reqps',
        queries: [['sum by (reason) (rate(trunkline_authentication_refusals_total[$__rate_interval]))', '{{reason}}']],
      },
      {
        title: 'Rules that refused',
        unit: 'reqps',
        queries: [['sum by (rule) (rate(trunkline_admission_refused_total[$__rate_interval]))', '{{rule}}']],
      },
      { title: 'Messages that wait for a carrier', queries: [['trunkline_messages_in_memory', '{{instance}}']] },
      {
        title: 'Processes',
        queries: [
          ['trunkline_processes', '{{instance}}'],
          ['trunkline_processes_wanted', '{{instance}} should be'],
        ],
      },
      { title: 'Behind', queries: [['trunkline_behind', '{{instance}}']] },
      { title: 'Event loop, p99', unit: 's', queries: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']] },
      {
        title: 'Processor',
        unit: 'percentunit',
        queries: [['rate(process_cpu_seconds_total{job=~".*trunkline.*"}[$__rate_interval])', '{{instance}}']],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [['process_resident_memory_bytes{job=~".*trunkline.*"}', '{{instance}}']],
      },
      {
        title: 'Inbound a second',
        unit: 'ops',
        queries: [['sum by (channel, kind) (rate(trunkline_inbound_total[$__rate_interval]))', '{{channel}} {{kind}}']],
      },
      {
        title: 'Nodes, by release',
        stacked: true,
        width: 24,
        queries: [
          [
            'count by (version, revision, node_version) (trunkline_build_info)',
            '{{version}} {{revision}} Node {{node_version}}',
          ],
        ],
      },
    ],
  },
  carriers: {
    title: 'Trunkline: carriers',
    panels: [
      {
        title: 'Up',
        kind: 'state-timeline',
        width: 24,
        height: 6,
        queries: [['max by (carrier, channel) (trunkline_carrier_up)', '{{carrier}}']],
      },
      {
        title: 'Parts a second, by answer',
        unit: 'ops',
        width: 12,
        queries: [
          [
            'sum by (carrier, answer) (rate(trunkline_carrier_answers_total{carrier=~"$carrier"}[$__rate_interval]))',
            '{{carrier}} {{answer}}',
          ],
        ],
      },
      {
        title: 'Not accepted',
        unit: 'percentunit',
        width: 12,
        queries: [
          [
            'sum by (carrier) (rate(trunkline_carrier_answers_total{carrier=~"$carrier",answer!="accepted"}[$__rate_interval])) / sum by (carrier) (rate(trunkline_carrier_answers_total{carrier=~"$carrier"}[$__rate_interval]))',
            '{{carrier}}',
          ],
        ],
      },
      {
        title: 'Receipts a second, by state',
        unit: 'ops',
        width: 12,
        queries: [
          [
            'sum by (carrier, state) (rate(trunkline_carrier_reports_total{carrier=~"$carrier"}[$__rate_interval]))',
            '{{carrier}} {{state}}',
          ],
        ],
      },
      {
        title: 'Without an answer in an hour',
        width: 12,
        queries: [
          [
            'sum by (carrier) (increase(trunkline_carrier_answers_total{carrier=~"$carrier",answer="unknown"}[1h]))',
            '{{carrier}}',
          ],
        ],
      },
      { title: 'Seats', queries: [['sum by (carrier) (trunkline_carrier_seats{carrier=~"$carrier"})', '{{carrier}}']] },
      {
        title: 'Share of the rate, by node',
        unit: 'percentunit',
        queries: [['trunkline_carrier_rate_share{carrier=~"$carrier"}', '{{carrier}} {{instance}}']],
      },
      {
        title: 'Questions about capability',
        unit: 'ops',
        queries: [
          ['sum by (from, answer) (rate(trunkline_capability_answers_total[$__rate_interval]))', '{{from}} {{answer}}'],
        ],
      },
      {
        title: 'Possible doubles in an hour',
        queries: [
          ['sum(increase(trunkline_possible_doubles_total[1h]))', 'may have come twice'],
          ['sum(increase(trunkline_delivered_twice_total[1h]))', 'did'],
        ],
      },
      {
        title: 'Channels skipped',
        unit: 'ops',
        queries: [['sum(rate(trunkline_channels_skipped_total[$__rate_interval]))', 'skipped']],
      },
    ],
  },
  callbacks: {
    title: 'Trunkline: callbacks',
    panels: [
      {
        title: 'Tries a second, by what came of them',
        unit: 'ops',
        width: 12,
        stacked: true,
        queries: [['sum by (result) (rate(trunkline_callback_tries_total[$__rate_interval]))', '{{result}}']],
      },
      {
        title: 'From the event to the end of the first try',
        unit: 's',
        width: 12,
        queries: [
          [
            'histogram_quantile(0.5, sum by (le) (rate(trunkline_callback_first_try_seconds_bucket[$__rate_interval])))',
            'p50',
          ],
          [
            'histogram_quantile(0.99, sum by (le) (rate(trunkline_callback_first_try_seconds_bucket[$__rate_interval])))',
            'p99',
          ],
        ],
      },
      { title: 'Wait in the store', queries: [['max(trunkline_callbacks_pending)', 'pending']] },
      { title: 'In hand, by node', queries: [['trunkline_callbacks_in_hand', '{{instance}}']] },
      {
        title: 'From what came in to its record',
        unit: 's',
        queries: [
          [
            'histogram_quantile(0.99, sum by (le) (rate(trunkline_inbound_seconds_bucket[$__rate_interval])))',
            'inbound, p99',
          ],
          [
            'histogram_quantile(0.99, sum by (le) (rate(trunkline_relay_seconds_bucket[$__rate_interval])))',
            'relayed, p99',
          ],
        ],
      },
    ],
  },
  calls: {
    title: 'Trunkline: calls',
    panels: [
      { title: 'Under way', queries: [['sum(trunkline_calls_under_way)', 'calls']] },
      {
        title: 'Over, by cause',
        unit: 'ops',
        stacked: true,
        queries: [['sum by (cause) (rate(trunkline_calls_total[$__rate_interval]))', '{{cause}}']],
      },
      {
        title: 'Answered share, by trunk',
        unit: 'percentunit',
        queries: [
          [
            'sum by (trunk) (rate(trunkline_calls_answered_total[$__rate_interval])) / sum by (trunk) (rate(trunkline_calls_total[$__rate_interval]))',
            '{{trunk}}',
          ],
        ],
      },
      {
        title: 'Stages, p99',
        unit: 's',
        queries: [
          [
            'histogram_quantile(0.99, sum by (le, stage) (rate(trunkline_call_stage_seconds_bucket[$__rate_interval])))',
            '{{stage}}',
          ],
        ],
      },
      {
        title: 'Packets that are late',
        unit: 'percentunit',
        queries: [
          [
            'sum by (late) (rate(trunkline_rtp_packets_total{late!="under_3_ms"}[$__rate_interval])) / scalar(sum(rate(trunkline_rtp_packets_total[$__rate_interval])))',
            '{{late}}',
          ],
        ],
      },
      {
        title: 'BYEs that failed',
        queries: [['sum by (trunk) (increase(trunkline_byes_failed_total[1h]))', '{{trunk}}']],
      },
      {
        title: 'Texts made into speech',
        unit: 'ops',
        queries: [
          ['sum by (engine, result) (rate(trunkline_prompts_total[$__rate_interval]))', '{{engine}} {{result}}'],
        ],
      },
      {
        title: 'From text to sound, p99',
        unit: 's',
        queries: [
          ['histogram_quantile(0.99, sum by (le) (rate(trunkline_prompt_seconds_bucket[$__rate_interval])))', 'p99'],
        ],
      },
      {
        title: 'Passed over at the SIP port',
        unit: 'ops',
        queries: [
          ['sum by (trunk, what) (rate(trunkline_sip_passed_over_total[$__rate_interval]))', '{{trunk}} {{what}}'],
        ],
      },
      {
        title: 'Codes that came back, by prefix',
        unit: 'percentunit',
        width: 12,
        queries: [
          [
            'sum by (prefix) (increase(trunkline_codes_completed_total[1h])) / sum by (prefix) (increase(trunkline_codes_sent_total[1h]))',
            '+{{prefix}}',
          ],
        ],
      },
      {
        title: 'Codes that were checked',
        unit: 'ops',
        width: 12,
        queries: [['sum by (state) (rate(trunkline_code_checks_total[$__rate_interval]))', '{{state}}']],
      },
    ],
  },
  identity: {
    title: 'Trunkline: identity and masking',
    panels: [
      {
        title: 'Questions to sources, by what they said',
        unit: 'ops',
        width: 12,
        queries: [
          ['sum by (source, said) (rate(trunkline_source_answers_total[$__rate_interval]))', '{{source}} {{said}}'],
        ],
      },
      {
        title: 'Sources, p99',
        unit: 's',
        width: 12,
        queries: [
          [
            'histogram_quantile(0.99, sum by (le, source) (rate(trunkline_source_seconds_bucket[$__rate_interval])))',
            '{{source}}',
          ],
        ],
      },
      {
        title: 'Answers by add-on and code',
        unit: 'ops',
        width: 12,
        queries: [['sum by (add_on, code) (rate(trunkline_add_ons_total[$__rate_interval]))', '{{add_on}} {{code}}']],
      },
      {
        title: 'Cost in a day, by source',
        width: 12,
        queries: [['sum by (source, add_on) (increase(trunkline_source_cost_total[1d]))', '{{source}} {{add_on}}']],
      },
      {
        title: 'Fullest party, by country',
        unit: 'percentunit',
        queries: [['max by (pool, country) (trunkline_masking_fullest_ratio)', '{{pool}} {{country}}']],
      },
      { title: 'Legs taken', stacked: true, queries: [['sum by (state) (trunkline_masking_seats)', '{{state}}']] },
      {
        title: 'Texts to masks, by fate',
        unit: 'ops',
        queries: [['sum by (fate) (rate(trunkline_texts_to_masks_total[$__rate_interval]))', '{{fate}}']],
      },
    ],
  },
  database: {
    title: 'Trunkline: database',
    panels: [
      {
        title: 'Changes that wait for their commit',
        width: 12,
        queries: [['trunkline_changes_being_recorded', '{{instance}}']],
      },
      {
        title: 'Refused for want of the database',
        unit: 'reqps',
        width: 12,
        queries: [
          [
            'sum by (reason) (rate(trunkline_requests_refused_total{reason=~"storage_down|failed"}[$__rate_interval]))',
            '{{reason}}',
          ],
        ],
      },
      { title: 'Unsafe settings', queries: [['max by (setting) (trunkline_database_unsafe)', '{{setting}}']] },
      { title: 'Callbacks in the store', queries: [['max(trunkline_callbacks_pending)', 'pending']] },
      {
        title: 'Spans that the collector did not take',
        queries: [['sum(increase(trunkline_trace_spans_lost_total[1h]))', 'lost in an hour']],
      },
    ],
  },
};

const SOURCE = { type: 'prometheus', uid: '$source' };
const WIDTH = 8;
const HEIGHT = 8;

/** What a reader chooses above the panels. */
function variablesOf(panels) {
  const source = { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' };
  const asksForCarrier = panels.some(({ queries }) => queries.some(([query]) => query.includes('$carrier')));
  const carrier = {
    name: 'carrier',
    label: 'Carrier',
    type: 'query',
    datasource: SOURCE,
    query: 'label_values(trunkline_carrier_up, carrier)',
    refresh: 2,
    includeAll: true,
    multi: true,
    allValue: '.*',
  };
  return asksForCarrier ? [source, carrier] : [source];
}

function panelOf({ title, unit = 'short', kind = 'timeseries', stacked = false, queries }, id, gridPos) {
  return {
    id,
    title,
    type: kind,
    datasource: SOURCE,
    gridPos,
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        ...(kind === 'timeseries'
          ? { custom: { fillOpacity: stacked ? 30 : 5, stacking: { mode: stacked ? 'normal' : 'none' } } }
          : {}),
      },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(([expr, legendFormat], index) => {
      return { refId: String.fromCharCode(65 + index), datasource: SOURCE, expr, legendFormat };
    }),
  };
}

/** From left to right, then downwards. */
function placed(panels) {
  let x = 0;
  let y = 0;
  return panels.map((panel, index) => {
    const { width = WIDTH, height = HEIGHT } = panel;
    if (x + width > 24) {
      x = 0;
      y += HEIGHT;
    }
    const made = panelOf(panel, index + 1, { x, y, w: width, h: height });
    x += width;
    return made;
  });
}

/** By file. */
export function dashboards() {
  return Object.entries(BOARDS).map(([name, { title, panels }]) => {
    const board = {
      uid: `trunkline-${name}`,
      title,
      tags: ['trunkline'],
      schemaVersion: 39,
      editable: true,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: { list: variablesOf(panels) },
      panels: placed(panels),
    };
    return { file: `${name}.json`, text: `${JSON.stringify(board, null, 2)}\n` };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(import.meta.dirname, 'dashboards');
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of dashboards()) writeFileSync(join(folder, file), text);
}
