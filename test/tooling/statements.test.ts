/**
 * Every statement of the store would run on a distributed PostgreSQL: it reaches its rows through their bucket or lane,
 * or is listed with the reason why it need not.
 *
 * 1. `npm test` runs this last, on what all other tests have sent to PostgreSQL (record-statements.ts): there the
 *    holes of the templates are filled. Alone it has only the sources, and checks what has no holes.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LISTED, MAY_CHANGE_TABLES, MAY_PASS_ON, NOT_COUNTED, WITHOUT_BUCKET } from './statement-exceptions.ts';
import { type Finding, findingsOf, referencesIn } from './statement-rules.ts';
import { normalised, type SourceStatement, statementsOf, storeStatements } from './statement-sources.ts';

const MIGRATIONS = fileURLToPath(new URL('../../src/store/migrations', import.meta.url));
const RECORDED = process.env.TRUNKLINE_TEST_STATEMENTS;
/** All other tests have run before. */
const IS_COMPLETE = process.env.TRUNKLINE_TEST_COMPLETE === 'yes';

const migrations = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(join(MIGRATIONS, file), 'utf8').replace(/--.*$/gm, ''));
const created = migrations.flatMap((sql) =>
  [...sql.matchAll(/create table (\w+) \(([\s\S]*?)\n\)/g)].map(([, table = '', body = '']) => ({ table, body })),
);
const tables = new Set(created.filter(({ body }) => /^\s*bucket smallint/m.test(body)).map(({ table }) => table));
const found = storeStatements();
/** Of others there is nothing to see: they are given their text. */
const statements = found.filter(({ weight }) => weight > 0);

interface Sent {
  readonly source: SourceStatement;
  readonly sql: string;
}

/** What was recorded, each with the place in the store that sent it; what tests sent themselves is left out. */
function sent(): Sent[] {
  if (RECORDED === undefined) return [];
  const texts = new Set(
    readdirSync(RECORDED).flatMap((file) => JSON.parse(readFileSync(join(RECORDED, file), 'utf8')) as string[]),
  );
  return [...texts].flatMap((text) => {
    const sql = normalised(text);
    const matching = statements.filter(({ pattern }) => pattern.test(sql));
    const most = Math.max(...matching.map(({ weight }) => weight));
    return matching.filter(({ weight }) => weight === most).map((source) => ({ source, sql }));
  });
}

function listed(found: ReadonlyArray<{ name: string; sql: string; findings: readonly Finding[] }>): string {
  return found
    .map(({ name, sql, findings }) => `${name}: ${findings.map(({ why }) => why).join('; ')}\n    ${sql}`)
    .join('\n');
}

test('statements reach their rows through their bucket, or are listed with a reason', () => {
  const alone = statements.flatMap((source) =>
    !source.hasHoles && source.text !== null ? [{ source, sql: source.text }] : [],
  );
  const objections = [...sent(), ...alone]
    .map(({ source: { name }, sql }) => ({ name, sql, findings: findingsOf(sql, tables) }))
    .filter(({ findings }) => findings.length > 0);
  const names: Readonly<Record<Finding['kind'], readonly string[]>> = {
    'to list': Object.keys(LISTED),
    uncounted: NOT_COUNTED,
    refused: [],
  };
  const wrong = objections.filter(({ name, findings }) => findings.some(({ kind }) => !names[kind].includes(name)));
  assert.equal(wrong.length, 0, listed(wrong));
  if (!IS_COMPLETE) return;
  for (const kind of ['to list', 'uncounted'] as const) {
    const needing = objections.filter(({ findings }) => findings.some((finding) => finding.kind === kind));
    const needed = new Set(needing.map(({ name }) => name));
    assert.deepEqual(
      names[kind].filter((name) => !needed.has(name)),
      [],
      'an exception that nothing needs',
    );
  }
});

test('every statement of the store is sent in some test', { skip: !IS_COMPLETE && 'alone' }, () => {
  const seen = new Set(sent().map(({ source }) => source));
  const unseen = statements.filter((source) => !seen.has(source));
  assert.deepEqual(
    unseen.map(({ name, line }) => `${name} (line ${line})`),
    [],
  );
});

test('statements stand where they are sent, and only partitions and migrations change tables', () => {
  const fileOf = (name: string) => name.split(' ')[0] ?? '';
  for (const { name, line, text, weight } of found) {
    if (text === null || weight === 0)
      assert.ok(MAY_PASS_ON.includes(fileOf(name)), `${name} (line ${line}) is given its text`);
    else if (/^(create|alter|drop|truncate|lock)\b/i.test(text)) {
      assert.ok(MAY_CHANGE_TABLES.includes(fileOf(name)), `${name} (line ${line}) changes tables`);
    }
  }
});

test('every table carries its bucket last in every key, or is listed with the place where it lies', () => {
  const without = created.filter(({ table }) => !tables.has(table)).map(({ table }) => table);
  assert.deepEqual([...without, 'schema_versions'].sort(), Object.keys(WITHOUT_BUCKET).sort());
  for (const { table, body } of created.filter((each) => tables.has(each.table))) {
    const keys = [...body.matchAll(/\b(?:primary key|unique|foreign key) ?\(([^)]*)\)/g)].map(([, key = '']) => key);
    assert.ok(keys.length > 0, `${table} has no key`);
    for (const key of keys) assert.match(key, /(^|, )bucket$/, `a key of ${table}`);
    assert.doesNotMatch(body, /\breferences (accounts|nodes)\b/, table);
  }
  for (const sql of migrations) {
    for (const [statement, table = '', key = ''] of sql.matchAll(/create unique index \w+ on (\w+) \(([^)]*)\)/g)) {
      if (tables.has(table)) assert.match(key, /(^|, )bucket$/, statement);
    }
    for (const statement of sql.split(';')) {
      const refused = findingsOf(normalised(statement), tables).filter(({ kind }) => kind === 'refused');
      assert.deepEqual(refused, [], statement);
    }
  }
});

const REFUSED = [
  'update messages m set step = 1 where m.id = $1',
  'update messages m set step = 1 from messages n where m.id = n.id and m.bucket = $1',
  'delete from nonces where seen_at < $1',
  'select m.id from messages m where m.due_at <= $1 limit 5 for update skip locked',
  'select a.n from attempts a join messages m on m.id = a.message_id where m.bucket = $1',
  'with recursive w as (select min(m.queue) as q from messages m union all select 1 from w) select q from w',
  "update messages m set due_at = m.due_at + interval '1 second' where m.id = $1 and m.bucket = $2",
  'update attempts a set parts = r.parts::jsonb from r where a.bucket = $1 and a.message_id = r.id',
  'insert into nonces (nonce, account_id) values ($1, $2)',
  'insert into messages_20261121 (id, step) values ($1, $2)',
  'insert into counters (name, bucket) values ($1, $2) on conflict (name) do nothing',
  'insert into nonces as n (a, bucket) select r.a, r.b from unnest($2::text[]) as r(a, b) on conflict (a, bucket) do update set a = excluded.a where n.at <= $1',
  "delete from nonces n where n.bucket = $1 returning array_to_string(n.list, ',')",
  'with gone as (delete from nonces n where n.bucket = $1 returning n.a::text) select a from gone',
  'update messages m set due_at = now() where m.id = $1 and m.bucket = $2',
  'select 1 where exists (select from messages_20261121 m where m.bucket = $1)',
  'update messages m set step = 1 where ($1::text is null or (m.queue = $1 and m.bucket = $2))',
];

const UNCOUNTED = [
  'insert into nonces (a, bucket) select r.a, r.b from unnest($1::text[]) as r(a, b) on conflict do nothing',
  'insert into nonces as n (a, bucket) select r.a, r.b from unnest($1::text[]) as r(a, b) on conflict (a, bucket) do update set a = excluded.a',
];

const TO_LIST = [
  "select pg_notify('a', 'b')",
  'select min(m.due_at) from messages m',
  'select a.n from attempts a join unnest($1::uuid[]) as r(id, bucket) on a.message_id = r.id and a.bucket = r.bucket',
  'select o.sender from opt_outs o where ($1::text is null or (o.recipient = $1 and o.bucket = $2))',
];

const TAKEN = [
  'select m.id from messages m where m.id = $1 and m.bucket = $2 for update',
  'select m.id from messages m where m.id = $1 and ($2::smallint[] is null or m.bucket = any($2::smallint[])) for update',
  'delete from nonces m where (a, bucket) in (select a, bucket from nonces where ($1::smallint[] is null or bucket = any($1::smallint[]))) and ($1::smallint[] is null or m.bucket = any($1::smallint[]))',
  "update messages m set due_at = (m.due_at at time zone 'UTC' + interval '1 second') at time zone 'UTC' where m.id = $1 and m.bucket = $2",
  'insert into messages_20261121 (id, bucket) select r.a, r.b from unnest($1::uuid[], $2::smallint[]) as r(a, b)',
  'insert into nonces (nonce, account_id, bucket) select r.a, r.b, r.c from unnest($1::text[]) as r(a, b, c) on conflict do nothing returning nonce',
  'insert into nonces as n (a, bucket) values ($1, $2) on conflict (a, bucket) do update set a = excluded.a where n.at <= $3',
  "delete from nonces n where n.bucket = $1 returning n.a, n.body <> '' as has_body, coalesce(n.b, n.c)",
  'update accounts a set name = $1 where a.id = $2',
];

test('the check refuses what it has to refuse, and takes what is right', () => {
  const known = new Set(['messages', 'attempts', 'nonces', 'counters', 'opt_outs']);
  const kinds = (sql: string) => findingsOf(sql, known).map(({ kind }) => kind);
  for (const sql of REFUSED) assert.ok(kinds(sql).includes('refused'), sql);
  for (const sql of UNCOUNTED) assert.deepEqual(kinds(sql), ['uncounted'], sql);
  for (const sql of TO_LIST) assert.deepEqual([...new Set(kinds(sql))], ['to list'], sql);
  for (const sql of TAKEN) assert.deepEqual(findingsOf(sql, known), [], sql);
  assert.deepEqual(referencesIn('select 1 from messages_20261121', known)[0]?.table, 'messages');
});

test('statements are found in a source with their holes', () => {
  const hole = (code: string) => `$\{${code}}`;
  const source = [
    'export async function find(db: Queryable) {',
    "  await db.query<{ a: Map<string, number> }>('select 1 from messages where a = $1', []);",
    `  await db.query(\`select ${hole('COLUMNS')} from messages m\n     where ${hole('within(`m`)')}\`);`,
    '  await db.query(text);',
    '}',
  ].join('\n');
  const found = statementsOf('a.ts', source);
  assert.deepEqual(
    found.map(({ name, text }) => [name, text]),
    [
      ['a.ts find', 'select 1 from messages where a = $1'],
      ['a.ts find', 'select … from messages m where …'],
      ['a.ts find', null],
    ],
  );
  assert.match('select m.id from messages m where m.bucket = $1', found[1]?.pattern ?? /$^/);
});
