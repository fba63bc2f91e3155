-- What happened, when it is sent, and who may look. It only adds: the release before runs on it.

-- == Waiting for a time ==

-- When its caller wants its first method to begin; null: it began at once.
alter table verifications add column send_at timestamptz;

-- == Batches ==
--
-- One message for many recipients. The messages are made step by step from what is recorded here, in the bucket of the
-- batch (engine/batches). A message knows its batch by its plan.

create table batches (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  external_id text,
  message_type text not null,
  -- OTP 0, ARN 1, MKT 2: what is due is gone on with in this order.
  priority smallint not null,
  state text not null
    constraint "a batch is in one of its states"
    check (state in ('in_progress', 'paused', 'cancelling', 'cancelled', 'done')),
  -- What its messages say, and the templates as they were kept then; null when no message is made of it any more.
  body jsonb,
  -- Of the client that sent it in.
  client_address text not null,
  send_at timestamptz,
  -- Recipients that were sent in, the bad ones among them.
  total int not null,
  -- The first place of which no message has been made yet.
  next_place int not null,
  -- The first place whose message has not been taken back, or let go on, as it was ordered; null: nothing was ordered.
  sweep_place int,
  created_at timestamptz not null,
  -- When the last message was made, or all that could be was taken back.
  ended_at timestamptz,
  -- When it is gone on with.
  due_at timestamptz,
  constraint "a batch is recorded once" primary key (id, bucket),
  constraint "the bucket is the last twelve bits of the id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15)),
  constraint "a batch that is not over says when it is gone on with" check (ended_at is not null or due_at is not null)
);
create index batches_due on batches (priority, due_at) where due_at is not null;
create index batches_of_account on batches (account_id, id);
create index batches_not_ended on batches (account_id) where ended_at is null;

-- bucket: that of the batch
create table batch_recipients (
  batch_id uuid not null,
  bucket smallint not null,
  -- In the list as it was sent in, from 0.
  place int not null,
  -- Empty: what stood there is no number that may be sent to.
  number text not null,
  external_id text,
  -- What its placeholders stand for; null when its message is made.
  parameters jsonb,
  -- Null while no message is made of it, and for ever where it was refused.
  message_id uuid,
  -- Why no message is made of it, in code and words.
  code smallint,
  reason text,
  constraint "a place of a batch holds one recipient" primary key (batch_id, place, bucket)
);

-- == Own records: lists ==

-- == Events, callbacks and history ==
--
-- 1. A callback is an event, which its account may fetch. The release before fills neither `is_event` nor what is of
--    tries: what it writes is sent as ever, and stands in no list of an account's own.
-- 2. `is_event` never changes, and nothing else that changes stands in the index of events or its condition: a callback
--    that is settled changes in place. It takes the place of an index of the same size, so that a callback costs what it
--    did. Each day has its own (schema/search-indexes.ts): to make it here would hold everything up for as long as it
--    takes to read all days.

alter table callbacks add column is_event boolean;
-- Of the newest try, in milliseconds; null where there was none.
alter table callbacks add column took_ms integer;
-- Somebody had it sent once more, at last then.
alter table callbacks add column redelivered_at timestamptz;
-- The body of a status once the callback's own has been removed with the text of its message, of which it says nothing.
alter table callbacks add column told text;
drop index callbacks_of_account;

-- What became of tries: of each that failed, and of the one that came after such.
create table callback_tries (
  message_id uuid not null,
  seq smallint not null,
  bucket smallint not null,
  tried_at timestamptz not null,
  status smallint,
  took_ms integer not null,
  error text,
  -- The beginning of what the receiver answered.
  answer text not null,
  constraint "a try of a callback is recorded once" primary key (message_id, seq, tried_at, bucket)
);

-- Callbacks that are sent once more, a step at a time.
create table redeliveries (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  -- Null: whatever became of them.
  state text,
  -- Scheme, host and port, or a whole URL; null: wherever they go.
  endpoint text,
  -- Of callbacks: from the first, which is included, to the last, which is not.
  from_id uuid not null,
  to_id uuid not null,
  -- Those up to here have been looked at.
  reached_id uuid not null,
  counted integer not null,
  made_due integer not null default 0,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- When somebody goes on with it; of one that is done, when it is forgotten.
  due_at timestamptz not null,
  constraint "a redelivery is ordered once" primary key (id, bucket)
);
create index redeliveries_due on redeliveries (due_at);

-- What seldom happens to a message and leaves no other trace; all else of its history follows from its rows.
create table message_history (
  message_id uuid not null,
  bucket smallint not null,
  id uuid not null,
  -- Of the attempt; null: of the message.
  n smallint,
  at timestamptz not null,
  kind text not null,
  details jsonb,
  constraint "what happened to a message is recorded once" primary key (message_id, id, bucket)
);

-- == Accounts ==

-- == Who is let in ==

-- People who sign in. A name is given once: that of a user who was removed stays. bucket: hash12(name)
create table users (
  name text not null,
  bucket smallint not null,
  email text,
  role text not null,
  -- scrypt, with its parameters and its salt; null: there is none.
  password text,
  created_at timestamptz not null,
  created_by text not null,
  signed_in_at timestamptz,
  disabled_at timestamptz,
  removed_at timestamptz,
  constraint "a user is known once" primary key (name, bucket)
);

-- Who a provider of identities says somebody is. bucket: hash12(identity)
create table user_identities (
  -- SHA-256 over issuer and subject, in hexadecimal.
  identity text not null,
  bucket smallint not null,
  user_name text not null,
  added_at timestamptz not null,
  constraint "an identity is that of one user" primary key (identity, bucket)
);

-- The second factor of a user: codes by time. bucket: hash12(user_name)
create table user_factors (
  user_name text not null,
  bucket smallint not null,
  sealed bytea not null,
  -- Null: nobody has shown a code yet.
  confirmed_at timestamptz,
  -- Of the newest code that was taken, so that each is taken once.
  last_step bigint not null,
  -- SHA-256 of the recovery codes that are left.
  recovery text[] not null,
  constraint "a user has one second factor" primary key (user_name, bucket)
);

-- Who is signed in with a browser. bucket: the last 12 bits of the id, which are hash12 of the name
create table user_sessions (
  id uuid not null,
  bucket smallint not null,
  -- Null: root.
  user_name text,
  -- SHA-256 of the secret in the cookie.
  secret_hash bytea not null,
  -- password, token, link or oidc
  way text not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  constraint "a browser signs in once for each session" primary key (id, bucket)
);
create index user_sessions_by_end on user_sessions (ends_at);

-- Personal tokens. bucket: the last 12 bits of the id, which are hash12 of the name
create table user_tokens (
  id uuid not null,
  bucket smallint not null,
  user_name text not null,
  label text not null,
  rights text[] not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint "a personal token is made once" primary key (id, bucket)
);
create index user_tokens_by_end on user_tokens (expires_at);

-- What operators and users did and looked at, one after the other: each entry holds the hash of the one before.
-- bucket: hash12('audit'), the same for all
create table audit_entries (
  seq bigint not null,
  bucket smallint not null,
  at timestamptz not null,
  actor text not null,
  -- The account that it was about.
  account_id text,
  -- JSON; the hash is made over it.
  body text not null,
  hash bytea not null,
  constraint "an entry has one place in the log" primary key (seq, bucket)
);
create index audit_entries_by_time on audit_entries (at);

-- Where the log ends, and where what is kept of it begins. bucket: hash12('audit')
create table audit_heads (
  name text not null,
  bucket smallint not null,
  seq bigint not null,
  hash bytea not null,
  -- Of the newest entry that was let go; 0 and no bytes: none.
  from_seq bigint not null,
  from_hash bytea not null,
  -- HMAC over the four, with a key that lies sealed.
  proof bytea not null,
  constraint "a log has one head" primary key (name, bucket)
);

-- == Hints and calls under way ==
