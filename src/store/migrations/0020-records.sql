-- What happened, when it is sent, and who may look. It only adds: the release before runs on it.

-- == Waiting for a time ==

-- When its caller wants its first method to begin; null: it began at once.
alter table verifications add column send_at timestamptz;

-- == Batches ==

-- == Own records: lists ==

-- == Events, callbacks and history ==
--
-- 1. A callback is an event, which its account may fetch. The release before fills neither `is_event` nor what is of
--    tries: what it writes is sent as ever, and stands in no list of an account's own.
-- 2. `is_event` never changes, and nothing else that changes stands in the index or its condition: a callback that is
--    settled changes in place. The index takes the place of one of the same size, so that a callback costs what it did.

alter table callbacks add column is_event boolean;
-- Of the newest try, in milliseconds; null where there was none.
alter table callbacks add column took_ms integer;
-- Somebody had it sent once more, at last then.
alter table callbacks add column redelivered_at timestamptz;
-- The body of a status once the callback's own has been removed with the text of its message, of which it says nothing.
alter table callbacks add column told text;
drop index callbacks_of_account;
create index callbacks_in_order on callbacks (account_id, id) where is_event;

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
