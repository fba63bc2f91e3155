-- Verification calls: what is kept of their codes, what became of them on the line, and their SIP messages.
--
-- 1. It only adds: the release before runs on it. Buckets, keys and constraints as in 0001.

create table calls (
  message_id uuid not null,
  bucket smallint not null,
  account_id text not null,
  number text not null,
  -- AES-256-GCM under the master key, while the call may still have to be placed.
  code_sealed bytea,
  -- HMAC-SHA-256 of the call and its code under a key of the gateway.
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  completed_at timestamptz,
  -- Times, trunk, SIP status and the like, once the call is over.
  facts jsonb not null default '{}',
  -- The SIP messages of the call, the code masked.
  trace jsonb not null default '[]',
  constraint "a call is recorded once" primary key (message_id, bucket)
) partition by range (message_id);
