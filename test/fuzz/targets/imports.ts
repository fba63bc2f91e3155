/** Files that operators get from others, and the file that they write themselves. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../../cli/client.ts';
import { openImportFile } from '../../../cli/import-files.ts';
import { LineReader } from '../../../cli/import-rows.ts';
import { ConfigError, loadConfig } from '../../../src/config/config.ts';
import { readDocument } from '../../../src/config/document.ts';
import { SettingsSchema } from '../../../src/config/schema.ts';
import { Refusal } from '../../../src/errors.ts';
import { readRows } from '../../../src/http/operator/import-rows.ts';
import { readNumberFile } from '../../../src/http/operator/number-file.ts';
import { problemsOf } from '../../../src/lib/problems.ts';
import { readJsonObject } from '../../../src/operations/json-body.ts';
import { parseAddress } from '../../../src/store/connection/address.ts';
import { zipOf } from '../../support/zip.ts';
import { assertStorable, type OpenTarget, orDeclared, type Target } from '../target.ts';

const NUMBERS =
  'number,country,capabilities,carrier\n4915112345678,DE,sms,smsc\n"+49 151",,"sms",\n15551234567,US,sms voice,\n';
const CONTACTS = 'Phone;First name;Last name;PLZ;Ort\n+49 151 12345678;"A; ""B""";C;10115;Berlin\n';
const HASHES = `${'0'.repeat(40)}:3\n# comment\n${'a'.repeat(40)}\n`;

function readNumbers(input: Buffer): void {
  const file = readNumberFile(input.toString('utf8'), ['smsc', 'other']);
  if (file.kind === 'problems') {
    assert.ok(file.problems.length > 0);
    return;
  }
  for (const { number, country, carrier } of file.numbers) {
    assert.match(number, /^[0-9]{3,20}$/);
    assert.match(country, /^[A-Z]{2}$/);
    assert.ok(carrier === null || ['smsc', 'other'].includes(carrier));
  }
}

const ROW_LIST = [
  { line: 1, number: '4915112345678', first_name: 'A', date_of_birth: '1985-03-27', account_type: 'business' },
  { line: 2, number: '4915112345679', country: 'de', primary_account_holder: 'yes', address: 'C 1' },
  { line: 3, sha1: 'a'.repeat(40) },
];
const ROWS = JSON.stringify({ from: 0, rows: ROW_LIST });

function readImportRows(input: Buffer): void {
  const rows = orDeclared(Refusal, () => readJsonObject(input))?.rows;
  if (!Array.isArray(rows)) return;
  for (const kind of ['contacts', 'breaches', 'deactivations'] as const) {
    const { taken, refused } = readRows(kind, 0, rows);
    for (const { line, why } of refused) assert.ok(why.length < 200 && (line === null || Number.isSafeInteger(line)));
    assertStorable(taken, kind);
  }
}

/** A file as the command line reads it, line by line, into rows. */
const files = {
  async open(): Promise<OpenTarget> {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-fuzz-'));
    return {
      async read(input) {
        const ending =
          input.subarray(0, 2).toString('latin1') === 'PK' ? 'zip' : (input[0] ?? 0) % 2 === 0 ? 'csv' : 'txt';
        const path = join(folder, `file.${ending}`);
        writeFileSync(path, input);
        try {
          await readFile(path);
        } catch (error) {
          if (!(error instanceof CommandError)) throw error;
        }
      },
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

const MOST_LINES = 2_000;

async function readFile(path: string): Promise<void> {
  const file = await openImportFile(path);
  const readers = (['contacts', 'breaches', 'deactivations'] as const).map(
    (kind) => new LineReader(kind, { country: 'DE', columns: {} }),
  );
  let lines = 0;
  for await (const line of file.lines()) {
    for (const reader of readers) {
      const read = rowOf(() => reader.read(line));
      if (read && 'row' in read) assertStorable(read.row, 'row');
    }
    lines += 1;
    if (lines === MOST_LINES) break;
  }
  assert.ok(file.bytesRead() >= 0);
}

/** A file without the column that is needed is said to have none. */
function rowOf<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && /^(no column is named|--column)/.test(error.message)) return null;
    throw error;
  }
}

const SETTINGS = `http:
  host: 127.0.0.1
  port: 0
  trusted_proxies: [192.0.2.0/24, "2001:db8::/32"]
callbacks: &callbacks
  timeout_ms: 1000
  lease_ms: 5000
opt_out:
  stop_words:
    - STOP
carriers:
  - name: smsc
    kind: smpp
    host: 192.0.2.1
    port: 2775
    system_id: s
    password: p
routes:
  - channel: sms
    prefixes: ["49"]
    carriers: [smsc]
log: { level: info }
database:
  url: "postgres://u:p@192.0.2.1:5432/db?sslmode=disable"
`;

const settings = {
  async open(): Promise<OpenTarget> {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-fuzz-'));
    const path = join(folder, 'trunkline.yaml');
    return {
      read(input) {
        writeFileSync(path, input);
        try {
          loadConfig({ TRUNKLINE_CONFIG: path });
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          assert.ok(error.problems.length > 0);
          const length = error.problems.reduce((sum, each) => sum + each.length, 0);
          assert.ok(length <= 20_000 + 1_500 * input.length, `${length} characters of problems`);
        }
      },
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

function readYaml(input: Buffer): void {
  const { problems, document } = readDocument(input.toString('utf8'));
  assert.ok(problems.length <= 2 * input.length + 2, `${problems.length} problems`);
  if (problems.length > 0) return;
  for (const { path, isUnknownName } of problemsOf(SettingsSchema, document.values).slice(0, 50)) {
    assert.match(document.place(path, isUnknownName), /^\d+:\d+$/);
  }
}

function readDatabaseAddress(input: Buffer): void {
  try {
    const { hosts } = parseAddress(input.toString('utf8'));
    assert.ok(hosts.length > 0);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('DATABASE_URL')) throw error;
  }
}

const YAML_WORDS = [
  ...[
    '- ',
    ': ',
    '&a ',
    '*a',
    '<<: *a',
    '!!js/function x',
    '? ',
    '|',
    '>-',
    '---\n',
    '...\n',
    '%YAML 9.9\n',
    '#',
    '\n  ',
  ],
  ...['http:', 'carriers:', 'null', '~', '0x1f', '1_000', '.inf', '2026-01-31', 'true'],
];

export const IMPORT_TARGETS: readonly Target[] = [
  {
    name: 'csv-numbers',
    about: 'files of masking numbers',
    samples: [NUMBERS, 'capabilities,number\r\nsms,4915112345678\r\n'],
    words: ['"', '""', ',', '\n', '\r\n', 'number', 'capabilities', 'voice', 'dual'],
    read: readNumbers,
    files: ['src/http/operator/number-file.ts', 'src/lib/problems.ts'],
    around: [(text) => text, (text) => `${NUMBERS}${text}`, (text) => `number,capabilities\n4915112345678,${text}\n`],
    perCharacter: 2_000,
  },
  {
    name: 'import-rows',
    about: 'rows of an import as the gateway takes them',
    samples: [ROWS],
    words: ['null', '[]', '{}', '"number":', '"line":', '1e300', '"\\u0000"', '"\\ud800"'],
    read: readImportRows,
    files: ['src/http/operator/import-rows.ts'],
    around: ['first_name', 'number', 'date_of_birth', 'account_type', 'sha1', 'country'].map(
      (name) => (text: string) => JSON.stringify({ rows: [{ number: '4915112345678', [name]: text }] }),
    ),
    perCharacter: 200,
  },
  {
    name: 'import-file',
    about: 'text, CSV and zip files as `npx trunkline import` reads them',
    samples: [
      zipOf({ 'a.csv': CONTACTS, 'b.txt': HASHES, '__MACOSX/x': 'y' }),
      zipOf({ 'a.txt': '4915112345678\n' }),
      CONTACTS,
      HASHES,
    ],
    words: ['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0006\u0006', '"', ';', '\n', '\ufeff'],
    read: files,
    files: ['cli/import-files.ts', 'cli/import-rows.ts'],
  },
  {
    name: 'settings-file',
    about: 'settings files, as the gateway starts with them',
    samples: [SETTINGS],
    words: YAML_WORDS,
    read: settings,
    files: ['src/config/config.ts', 'src/config/carriers.ts'],
  },
  {
    name: 'settings-yaml',
    about: 'YAML, and where in it each setting stands',
    samples: [SETTINGS, 'a: &a [1, *a]\n', 'a: {b: [c, {d: e}]}\n', '? x\n: y\n'],
    words: YAML_WORDS,
    read: readYaml,
    files: ['src/config/document.ts'],
    around: [(text) => `a: "${text.replaceAll(/["\\]/g, '')}"`, (text) => '['.repeat(text.length / 64)],
    perCharacter: 2_000,
  },
  {
    name: 'database-address',
    about: 'the address of the database',
    samples: [
      'postgres://u:p%40@h1:5432,[2001:db8::1]:5433/db?sslmode=disable',
      'postgresql:///db?host=/run/pg&user=u',
    ],
    words: ['?', '&', '%zz', 'sslmode=verify-full', 'port=', 'host=', ','],
    read: readDatabaseAddress,
    files: [],
    around: [(text) => text, (text) => `postgres://${text}`, (text) => `postgres://u@h/d?${text}`],
    perCharacter: 200,
  },
];
