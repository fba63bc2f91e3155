-- The foundation: accounts and what belongs to them; messages, their attempts and callbacks; what arrives; nodes.
--
-- 1. Every table but `accounts` and `nodes` carries `bucket`: the last 12 bits of the id, or a hash of the natural key
--    that the gateway computes. It stands last in every key, so that the selective column leads each index.
-- 2. Tables that grow with traffic are partitioned by a range of the id: a UUIDv7 is its time. The gateway makes the
--    partitions (store/partitions.ts) and drops them when they are past retention.
-- 3. A row that will need attention later says when in `due_at`; a partial index covers it. There is no other queue.
-- 4. Constraints are named as the sentences that they hold true.

create function lane(bucket smallint) returns bigint language sql stable as 'select 0::bigint';

create table nodes (
  id text not null constraint "a node has one row" primary key,
  -- Rises at every start; a write fenced by an older epoch changes nothing.
  epoch bigint not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  stopped_at timestamptz,
  info jsonb not null default '{}'
);

create table accounts (
  id text not null constraint "a customer id is given once" primary key,
  name text not null,
  kind text not null
    constraint "an account is full service or trial" check (kind in ('full_service', 'trial')),
  state text not null default 'active'
    constraint "an account is active or suspended" check (state in ('active', 'suspended')),
  products text[] not null default '{}',
  addons text[] not null default '{}',
  settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- bucket: hash12(account_id)
create table api_keys (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  -- AES-256-GCM under the master key: nonce, tag and ciphertext in one.
  sealed bytea not null,
  -- The first characters of a digest, so that an operator can tell keys apart.
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint "a key has one id" primary key (account_id, id, bucket)
);

-- bucket: hash12(account_id)
create table callback_secrets (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Signs until then; null while it is the newest.
  expires_at timestamptz,
  constraint "a callback secret has one id" primary key (account_id, id, bucket)
);

-- bucket: hash12(account_id)
create table senders (
  account_id text not null,
  bucket smallint not null,
  -- Digits, a short code, or letters and digits.
  sender text not null,
  -- ISO 3166 alpha-2 codes of the destinations that it is the default of; '*' for all others.
  default_for text[] not null default '{}',
  created_at timestamptz not null,
  constraint "an account registers a sender once" primary key (account_id, sender, bucket)
);
create index senders_by_sender on senders (sender, account_id, bucket);

-- bucket: hash12(account_id)
create table verified_numbers (
  account_id text not null,
  bucket smallint not null,
  number text not null,
  created_at timestamptz not null,
  constraint "a number is verified once on an account" primary key (account_id, number, bucket)
);

-- bucket: hash12(recipient)
create table opt_outs (
  account_id text not null,
  bucket smallint not null,
  -- '' stands for every sender of the account.
  sender text not null,
  recipient text not null,
  source text not null,
  created_at timestamptz not null,
  constraint "a recipient opts out of a sender once" primary key (recipient, account_id, sender, bucket)
);
create index opt_outs_of_account on opt_outs (account_id, recipient, sender, bucket);

-- bucket: hash12(account_id)
create table nonces (
  nonce text not null,
  account_id text not null,
  bucket smallint not null,
  seen_at timestamptz not null,
  constraint "a nonce is used once on an account" primary key (nonce, account_id, bucket)
);
create index nonces_by_time on nonces (seen_at);

-- bucket: hash12(account_id + key): the same as the id of the message made under it
create table idempotency_keys (
  key text not null,
  account_id text not null,
  path text not null,
  bucket smallint not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null default '{}',
  body text not null,
  created_at timestamptz not null,
  constraint "an idempotency key stands for one request" primary key (key, account_id, path, bucket)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

-- bucket: hash12(account_id)
create table counters (
  account_id text not null,
  name text not null,
  -- The start of the window that is counted.
  window_start timestamptz not null,
  bucket smallint not null,
  used bigint not null default 0,
  expires_at timestamptz not null,
  constraint "a counter counts one window" primary key (name, account_id, window_start, bucket)
);
create index counters_by_expiry on counters (expires_at);

create table messages (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  kind text not null,
  recipient text not null,
  message_type text not null,
  -- OTP 0, ARN 1, MKT 2: what is waiting for a carrier goes in this order.
  priority smallint not null,
  external_id text,
  callback jsonb,
  plan jsonb not null,
  opt_out_applies boolean not null,
  created_at timestamptz not null,

  step smallint not null,
  status smallint not null,
  last_channel text not null,
  possible_doubles smallint not null default 0,
  callback_seq smallint not null default 0,
  version int not null default 0,
  updated_at timestamptz not null,
  final_at timestamptz,

  due_at timestamptz,
  -- The carrier whose room it waits for; null when it waits for none.
  queue text,
  lease_node text,
  lease_epoch bigint,
  constraint "a message is recorded once" primary key (id, bucket),
  constraint "the bucket is the last twelve bits of the id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15)),
  constraint "what is not final says when it is next looked at" check (final_at is not null or due_at is not null)
) partition by range (id);
create index messages_due on messages (due_at) where due_at is not null;
create index messages_queued on messages (queue, priority, account_id, id) where queue is not null;
create index messages_of_account on messages (account_id, id);

create table attempts (
  message_id uuid not null,
  n smallint not null,
  bucket smallint not null,
  id uuid not null,
  channel text not null,
  sender text,
  carrier text,
  carriers_tried text[] not null default '{}',
  state text not null
    constraint "an attempt is in one of its states"
    check (state in ('ready', 'sending', 'submitted', 'withdrawing', 'awaiting', 'done')),
  code smallint not null,
  tries smallint not null default 0,
  temporary_failures smallint not null default 0,
  parts jsonb not null default '[]',
  handed_over_at timestamptz,
  deadline_at timestamptz,
  retry_at timestamptz,
  reason text,
  updated_at timestamptz not null,
  constraint "an attempt of a message is recorded once" primary key (message_id, n, bucket)
) partition by range (message_id);
-- A receipt that no submit answer names is tried against these.
create index attempts_in_doubt on attempts (carrier, message_id) where parts @> '[{"inDoubt":true}]';

create table callbacks (
  id uuid not null,
  bucket smallint not null,
  message_id uuid not null,
  seq smallint not null,
  account_id text not null,
  url text not null,
  method text not null,
  -- Scheme, host and port: what is slow or dead together.
  endpoint text not null,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  tries smallint not null default 0,
  -- pending, delivered, given_up
  state text not null default 'pending',
  last_status smallint,
  last_error text,
  delivered_at timestamptz,
  lease_node text,
  lease_epoch bigint,
  constraint "a callback of a message is recorded once" primary key (message_id, seq, bucket),
  constraint "a pending callback says when it is tried" check ((state = 'pending') = (due_at is not null))
) partition by range (message_id);
create index callbacks_due on callbacks (endpoint, due_at) where due_at is not null;
create index callbacks_of_account on callbacks (account_id, message_id);
create index callbacks_by_id on callbacks (id);

create table inbox (
  id uuid not null,
  bucket smallint not null,
  carrier text not null,
  kind text not null,
  body bytea not null,
  received_at timestamptz not null,
  -- Null when it has been dealt with.
  due_at timestamptz,
  tries smallint not null default 0,
  result text,
  lease_node text,
  lease_epoch bigint,
  constraint "a piece of input is stored once" primary key (id, bucket)
) partition by range (id);
create index inbox_due on inbox (due_at) where due_at is not null;

-- bucket: hash12(key)
create table inbox_seen (
  key text not null,
  carrier text not null,
  bucket smallint not null,
  seen_at timestamptz not null,
  constraint "a repeat of a piece of input is stored once" primary key (key, carrier, bucket)
);
create index inbox_seen_by_time on inbox_seen (seen_at);

-- Where a submit answer and its receipt find each other, whichever comes first.
-- bucket: hash12(remote_id)
create table meetings (
  remote_id text not null,
  carrier text not null,
  bucket smallint not null,
  -- [{message, n, part, to}]: whom the carrier gave this id to.
  attempts jsonb not null default '[]',
  -- [{state, to, reason, inbox, at}]: receipts that came before the answer.
  receipts jsonb not null default '[]',
  seen_at timestamptz not null,
  constraint "an id of a carrier has one meeting place" primary key (remote_id, carrier, bucket)
);
create index meetings_by_time on meetings (seen_at);

-- bucket: hash12(text_key)
create table inbound_parts (
  -- carrier, sender, recipient, reference and total in one.
  text_key text not null,
  number smallint not null,
  bucket smallint not null,
  body text not null,
  received_at timestamptz not null,
  constraint "a part of a text is kept once" primary key (text_key, number, bucket)
);
create index inbound_parts_by_time on inbound_parts (received_at);

create table inbound_texts (
  id uuid not null,
  bucket smallint not null,
  carrier text not null,
  channel text not null,
  sender text not null,
  recipient text not null,
  account_id text,
  body text not null,
  -- stop, start, help, other; incomplete when parts were missing after a day.
  meaning text not null,
  received_at timestamptz not null,
  constraint "an inbound text is kept once" primary key (id, bucket)
);
create index inbound_texts_of_account on inbound_texts (account_id, id);
create index inbound_texts_by_time on inbound_texts (received_at);

-- What an operator said of a carrier: draining or not, over restarts and nodes.
-- bucket: hash12(carrier)
create table carrier_orders (
  carrier text not null,
  bucket smallint not null,
  draining boolean not null,
  updated_at timestamptz not null,
  constraint "a carrier has one standing order" primary key (carrier, bucket)
);
