-- What operators need of the data: usage for bills, retention of its own for each account, erasure of numbers.
--
-- 1. It only adds: the release before runs on it. What that release writes has no country; it is worked out when it is
--    counted.
-- 2. Buckets, keys and constraints as in 0001.

-- ISO 3166 alpha-2 of the recipient; '' when its code belongs to no country. Stays when the recipient is erased.
alter table messages add column country text;
-- When what it says was removed: past its retention, or erased.
alter table messages add column texts_removed_at timestamptz;
alter table inbound_texts add column texts_removed_at timestamptz;

-- What was used on days that are counted for good. bucket: hash12(account_id)
create table usage (
  day date not null,
  -- '' for what was sent in nobody's name.
  account_id text not null,
  product text not null,
  -- '' where the product has none.
  channel text not null,
  -- '' where there is none.
  country text not null,
  -- messages, parts, delivered …
  unit text not null,
  bucket smallint not null,
  amount bigint not null,
  constraint "a unit of a day is counted once" primary key (day, account_id, product, channel, country, unit, bucket)
);
create index usage_of_account on usage (account_id, day, bucket);

-- bucket: hash12(day)
create table usage_days (
  day date not null,
  bucket smallint not null,
  counted_at timestamptz not null,
  constraint "a day is counted once" primary key (day, bucket)
);

-- How far texts have been removed. bucket: hash12(account_id)
create table text_removals (
  -- '*' for all accounts that have no row of their own.
  account_id text not null,
  bucket smallint not null,
  -- The first day whose texts may still be there.
  next_day date not null,
  constraint "texts of an account are removed in one order" primary key (account_id, bucket)
);

-- What has to be done now and then, by one node at a time. bucket: hash12(name)
create table chores (
  name text not null,
  bucket smallint not null,
  due_at timestamptz not null,
  constraint "a chore is done by one node at a time" primary key (name, bucket)
);

-- Keys of the gateway itself, sealed under the master key. bucket: hash12(name)
create table sealed_keys (
  name text not null,
  bucket smallint not null,
  -- AES-256-GCM under the master key: nonce, tag and ciphertext in one.
  sealed bytea not null,
  created_at timestamptz not null,
  constraint "a key of the gateway is made once" primary key (name, bucket)
);

-- bucket: the last 12 bits of the id
create table erasures (
  id uuid not null,
  bucket smallint not null,
  -- Until it is done; null afterwards.
  number text,
  -- What stands for the number afterwards: a keyed hash.
  alias text not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  due_at timestamptz,
  -- Where the search goes on: {step, at}; null when all has been looked through.
  place jsonb,
  -- What was under way and is finished first: ids of messages, ids of pieces of input.
  open_messages uuid[] not null default '{}',
  open_inputs uuid[] not null default '{}',
  -- How many rows were erased, by kind.
  erased jsonb not null default '{}',
  constraint "an erasure is asked for once" primary key (id, bucket),
  constraint "an erasure that is done keeps no number" check ((done_at is null) = (number is not null)),
  constraint "an erasure that is not done says when it is next looked at" check ((done_at is null) = (due_at is not null))
);
create index erasures_due on erasures (due_at) where due_at is not null;
create index erasures_by_alias on erasures (alias, id, bucket);
