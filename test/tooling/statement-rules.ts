/**
 * What a statement may be if it shall run on a distributed PostgreSQL (Citus 13.2) as well.
 *
 * 1. Rows of a table with a bucket are reached through their bucket: `m.bucket = $1`, or the lane
 *    `($1::smallint[] is null or m.bucket = any($1::smallint[]))`. Then the whole statement runs on one shard.
 * 2. Two such tables in one statement are joined on the bucket.
 * 3. An insert names the bucket, in `on conflict (…)` too.
 * 4. Features that Citus refuses, or that hold true on one server only, stand nowhere.
 *
 * It reads the text of a statement, as far as that takes it: literals away, tables and their aliases found by the words
 * before them.
 */

export interface Finding {
  /**
   * `to list`: correct where it is no more than a look or a hint; a listed exception may do it. `uncounted`: correct
   * where nobody asks how many rows it wrote, which is another list. `refused`: nothing may.
   */
  readonly kind: 'to list' | 'uncounted' | 'refused';
  readonly why: string;
}

const FORBIDDEN: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_timestamp\b/,
    'time is a parameter',
  ],
  [/\b(random|gen_random_uuid|nextval|uuid_generate_v4)\(/, 'ids and dice come from the gateway'],
  [/\bctid\b/, 'a place in a table is a place on one shard'],
  [/\badvisory/, 'an advisory lock is held on one server only'],
  [/\bdeferr(able|ed)\b/, 'no deferred constraints'],
  [/\bexclude using\b/, 'no exclusion constraints'],
  [/\bgenerated always as\b/, 'no generated columns'],
  [/\bcreate (or replace |constraint )*trigger\b/, 'triggers are not supported on distributed tables'],
  [/\bselect from\b/, 'a select list that is empty is refused; say select 1'],
  [
    /\binsert into [^(]*\([^)]*\) ?select\b.* on conflict\b.*\$\d/,
    'a parameter behind on conflict is lost where the rows come from a select',
  ],
  [/\bwith hold\b|\bdeclare \w+ cursor\b/, 'no cursors'],
];

const UNCOUNTED = /\binsert into [^(]*\([^)]*\) ?select\b(?!.*\breturning\b).* on conflict\b/;

const TO_LIST: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(pg_notify\(|notify )/, 'a notification is heard on one server only'],
];

const IN_SET: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<!at time zone '' )[+-] interval\b/, 'an instant and an interval are not immutable: add at time zone UTC'],
  [/\b[a-z_]\w*\.\w+::/, 'a cast of a column is not immutable'],
  [/\[\s*\d*\s*:/, 'a slice of an array ends the coordinator of Citus 13.2'],
];

/** `array_to_string` is one of many that look immutable and are not: so nothing is taken that need not be there. */
const IN_RETURNING: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?!coalesce\(|greatest\(|least\()[a-z_]\w*\(/, 'a function behind returning has to be immutable, and few are'],
  [/::/, 'a cast behind returning has to be immutable, and few are'],
];

const NO_ALIAS = new Set(
  'where set join on order group limit for left cross inner using values select returning union as offset having and'.split(
    ' ',
  ),
);

export interface Reference {
  readonly table: string;
  readonly alias: string;
  readonly isInsert: boolean;
  readonly isWrite: boolean;
  /** Stands behind `join` or a comma. */
  readonly isJoined: boolean;
}

const NAMED = '(?:only )?[a-z_]\\w*(?: +(?:as +)?[a-z_]\\w*)?';
const TARGETS = new RegExp(`\\b(insert into|update|delete from|from|join|using) +(${NAMED}(?: ?, ?${NAMED})*)`, 'g');

/** The tables with a bucket that the statement touches. `tables`: their names; partitions count as their parents. */
export function referencesIn(sql: string, tables: ReadonlySet<string>): Reference[] {
  return [...sql.matchAll(TARGETS)].flatMap(([, word = '', list = '']) =>
    list.split(',').flatMap((each, index) => {
      const [name = '', alias] = each
        .trim()
        .replace(/^only /, '')
        .split(/ +(?:as +)?/);
      const table = name.replace(/_\d{8}$/, '');
      if (!tables.has(table)) return [];
      return {
        table,
        alias: alias === undefined || NO_ALIAS.has(alias) ? name : alias,
        isInsert: word === 'insert into',
        isWrite: word === 'update' || word === 'delete from',
        isJoined: word === 'join' || index > 0,
      };
    }),
  );
}

export function findingsOf(statement: string, tables: ReadonlySet<string>): Finding[] {
  const sql = statement.toLowerCase().replace(/'[^']*'/g, "''");
  const findings: Finding[] = [];
  const refuse = (why: string) => findings.push({ kind: 'refused', why });
  for (const [pattern, why] of FORBIDDEN) if (pattern.test(sql)) refuse(why);
  for (const [pattern, why] of TO_LIST) if (pattern.test(sql)) findings.push({ kind: 'to list', why });
  if (UNCOUNTED.test(sql)) findings.push({ kind: 'uncounted', why: 'counts what was selected, not what was inserted' });
  for (const part of setClauses(sql)) for (const [pattern, why] of IN_SET) if (pattern.test(part)) refuse(why);
  for (const part of returnedBy(sql)) for (const [pattern, why] of IN_RETURNING) if (pattern.test(part)) refuse(why);
  if (/^(create|alter|drop|lock|set|begin|commit|rollback)\b/.test(sql)) return findings;
  const references = referencesIn(sql, tables);
  const isLocking = /\bfor (no key )?(update|share|key share)\b/.test(sql);
  const isRecursive = /\bwith recursive\b/.test(sql);
  const unconditional = withoutConditions(sql);
  const hasJoin =
    references.some(({ isJoined }) => isJoined) || (references.length > 1 && references.some(({ isWrite }) => isWrite));
  for (const { table, alias, isInsert, isWrite } of references) {
    if (isInsert) {
      if (!insertNamesBucket(sql, table)) refuse(`an insert into ${table} without its bucket`);
    } else if (!isPruned(unconditional, alias)) {
      const isOnBucket = new RegExp(
        `\\b${alias}\\.bucket = \\w+\\.bucket\\b|\\b\\w+\\.bucket = ${alias}\\.bucket\\b`,
      ).test(sql);
      const what = `${table} (${alias}) by neither its bucket nor a lane`;
      if (isWrite || isLocking || isRecursive) refuse(`changes, locks or walks ${what}`);
      else if (hasJoin && !isOnBucket) refuse(`joins ${what}`);
      else findings.push({ kind: 'to list', why: `reads ${what}` });
    }
  }
  return findings;
}

/** Reached through `= $n` or through a lane. */
function isPruned(sql: string, alias: string): boolean {
  return new RegExp(`(\\b${alias}\\.|[( ])bucket = (\\$\\d+|any\\( ?\\$\\d+::smallint\\[\\] ?\\))`).test(
    sql.replace(new RegExp(`\\b(?!${alias}\\.)\\w+\\.bucket`, 'g'), 'another'),
  );
}

/** Without what holds only when a parameter is given: `($1 is null or …)`. A lane stays. */
function withoutConditions(sql: string): string {
  const lanes = sql.replace(
    /\( ?\$\d+::smallint\[\] is null or ((?:\w+\.)?bucket = any\( ?\$\d+::smallint\[\] ?\)) ?\)/g,
    '$1',
  );
  let text = lanes;
  for (let at = text.indexOf(' is null or '); at !== -1; at = text.indexOf(' is null or ', at)) {
    const from = text.lastIndexOf('(', at);
    text = from === -1 ? text.slice(0, at) : text.slice(0, from) + text.slice(endOfGroup(text, from));
    at = Math.max(from, 0);
  }
  return text;
}

function endOfGroup(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

function insertNamesBucket(sql: string, table: string): boolean {
  const columns = new RegExp(`insert into ${table}(?:_\\d{8})?(?: as \\w+)? ?\\(([^)]*)\\)`).exec(sql)?.[1] ?? '';
  const conflict = /on conflict ?\(([^)]*)\)/.exec(sql)?.[1];
  return /\bbucket\b/.test(columns) && (conflict === undefined || /\bbucket\b/.test(conflict));
}

/** What stands behind `set`, up to the clause that follows it. */
function setClauses(sql: string): string[] {
  return [...sql.matchAll(/\bset (?=\w+ ?=)/g)].map(({ index }) => clauseAt(sql, index));
}

function returnedBy(sql: string): string[] {
  return [...sql.matchAll(/\breturning /g)].map(({ index }) => clauseAt(sql, index));
}

/** Up to the clause that follows it, or to the end of what it stands in. */
function clauseAt(sql: string, index: number): string {
  let depth = 0;
  for (let at = index; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && /^ (from|where|returning) /.test(sql.slice(at, at + 12))))
      return sql.slice(index, at);
  }
  return sql.slice(index);
}
