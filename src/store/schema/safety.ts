/**
 * Whether the database keeps what it has acknowledged.
 *
 * 1. A gateway promises what its database promises. The settings are read as they hold for the gateway's own sessions:
 *    `alter role … set` counts.
 * 2. `unsafe`: a crash loses what was acknowledged, or leaves a damaged database. `advice`: a crash loses nothing, and
 *    something else that happens now and then may.
 */
import type { Queryable } from '../database.ts';

export interface Finding {
  readonly level: 'unsafe' | 'advice';
  /** As PostgreSQL calls it. */
  readonly setting: string;
  readonly value: string;
  /** What can be lost, and when. */
  readonly risk: string;
  /** What mends it. */
  readonly remedy: string;
}

export interface Safety {
  readonly findings: readonly Finding[];
  /** Every setting that was looked at, for the log. */
  readonly settings: Readonly<Record<string, string>>;
}

const SETTINGS = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'wal_level',
  'data_checksums',
  'server_version',
];

const MUST_BE_ON = [
  {
    setting: 'fsync',
    risk: 'when the machine loses power or its kernel stops, acknowledged messages are lost and the database may be damaged beyond use',
    remedy: 'alter system set fsync = on; select pg_reload_conf();',
  },
  {
    setting: 'full_page_writes',
    risk: 'when the machine loses power in the middle of a write, the database may be damaged without a sign of it',
    remedy: 'alter system set full_page_writes = on; select pg_reload_conf();',
  },
  {
    setting: 'synchronous_commit',
    risk: 'when the database server stops without warning, what it acknowledged in the last second is lost',
    remedy:
      'alter system set synchronous_commit = on; select pg_reload_conf(); (and look for it in alter role and alter database)',
  },
] as const;

/** `isOfSeveral`: the gateway may move to another server, a standby of this one. Rejects with StoreDown. */
export async function readSafety(db: Queryable, isOfSeveral: boolean): Promise<Safety> {
  const { rows } = await db.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[])',
    [SETTINGS],
  );
  return judgeSafety(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), isOfSeveral);
}

/** Pure. A setting that the server does not have is nothing to object to. */
export function judgeSafety(settings: Readonly<Record<string, string>>, isOfSeveral: boolean): Safety {
  const findings: Finding[] = [];
  for (const { setting, risk, remedy } of MUST_BE_ON) {
    const value = settings[setting];
    if (value === 'off') findings.push({ level: 'unsafe', setting, value, risk, remedy });
  }
  findings.push(...(isOfSeveral ? standbyFindings(settings) : []));
  if (settings.data_checksums === 'off') {
    findings.push({
      level: 'advice',
      setting: 'data_checksums',
      value: 'off',
      risk: 'a disk that gives back other bytes than it was given is not noticed',
      remedy: 'stop the server and run pg_checksums --enable',
    });
  }
  return { findings, settings };
}

function standbyFindings(settings: Readonly<Record<string, string>>): Finding[] {
  const names = settings.synchronous_standby_names ?? '';
  const commit = settings.synchronous_commit ?? '';
  if (names === '') {
    return [
      {
        level: 'advice',
        setting: 'synchronous_standby_names',
        value: '',
        risk: 'when a standby is promoted, what the former primary acknowledged and had not sent yet is lost',
        remedy: "alter system set synchronous_standby_names = 'ANY 1 (…)'; select pg_reload_conf();",
      },
    ];
  }
  if (commit !== 'local') return [];
  return [
    {
      level: 'advice',
      setting: 'synchronous_commit',
      value: commit,
      risk: 'commits do not wait for the synchronous standby, so a promotion may lose what was acknowledged',
      remedy: 'alter system set synchronous_commit = on; select pg_reload_conf();',
    },
  ];
}
