-- Verifications: one code for one number, told by several methods one after the other.
--
-- 1. It only adds: the release before runs on it. The attempts are messages of the same bucket, whose ids are worked out
--    of that of the verification (engine/verification/attempts.ts).

create table verifications (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  recipient text not null,
  external_id text,
  -- {url, method}
  callback jsonb,
  -- As the caller gave it.
  voice_language text,
  -- As speech resolved it.
  language text not null,
  template text,
  opt_out_applies boolean not null,
  -- AES-256-GCM under the master key, while a method may still have to say it.
  code_sealed bytea,
  -- HMAC-SHA-256 of the verification and its code under a key of the gateway.
  code_hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null
    constraint "a verification is in one of its states"
    check (state in ('CREATED', 'ONGOING', 'REJECTED', 'FAILED', 'VERIFIED', 'CANCELED')),
  -- In their order: [{method, fallbackMs, state, code, triedAt, updatedAt}]
  methods jsonb not null,
  wrong_tries smallint not null default 0,
  callback_seq smallint not null default 0,
  updated_at timestamptz not null,
  final_at timestamptz,
  due_at timestamptz,
  constraint "a verification is begun once" primary key (id, bucket),
  constraint "the bucket of a verification is the last twelve bits of its id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15)),
  constraint "a verification that is not final says when it is next looked at"
    check (final_at is not null or due_at is not null),
  constraint "a verification that is final keeps no code" check (final_at is null or code_sealed is null)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index verifications_due on verifications (due_at) where due_at is not null;
create index verifications_of_account on verifications (account_id, id);
