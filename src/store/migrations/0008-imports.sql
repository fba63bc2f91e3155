-- What operators import for Phone ID: deactivation files, sets of breached numbers, contact records.
--
-- 1. It only adds. Buckets, keys and constraints as in 0001.
-- 2. A set is what belongs together: the files of a carrier, a breach, the subscribers of an operator. The key of a row
--    begins with its set: a set is looked into, gone through and removed by itself.

-- bucket: hash12(kind and name of the set)
create table data_sets (
  -- breaches, contacts, deactivations
  kind text not null,
  -- For deactivations the carrier.
  name text not null,
  bucket smallint not null,
  -- The days of the first and the last file.
  first_day date,
  last_day date,
  -- Of a breach: kinds of data.
  data text[] not null default '{}',
  -- Whole imports only.
  imported_at timestamptz not null,
  constraint "a set is known once" primary key (kind, name, bucket)
);

-- One file on its way in, or that came in. bucket: that of the set, and the last 12 bits of the id.
create table imports (
  id uuid not null,
  bucket smallint not null,
  kind text not null,
  set_name text not null,
  day date,
  data text[] not null default '{}',
  -- What the file is known by, so that the same one goes on where it was left.
  file text not null,
  keeps_others boolean not null,
  -- Rows that have been dealt with, and what became of them.
  position bigint not null,
  taken bigint not null,
  refused bigint not null,
  -- Rows of the set that were there before and are not in this file.
  removed bigint not null,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  finished_at timestamptz,
  constraint "an import is started once" primary key (id, bucket),
  constraint "the bucket is the last twelve bits of the id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15)),
  constraint "every row is taken or refused" check (position = taken + refused)
);
create index imports_of_file on imports (kind, set_name, file, bucket);

-- bucket: hash12(number)
create table deactivations (
  set_name text not null,
  number text not null,
  bucket smallint not null,
  -- The last one.
  deactivated_on date not null,
  constraint "a number is deactivated once by a carrier" primary key (set_name, number, bucket)
);
create index deactivations_by_day on deactivations (deactivated_on);

-- bucket: the first 12 bits of the hash
create table breached_numbers (
  set_name text not null,
  -- SHA-1 of the digits.
  hash bytea not null,
  bucket smallint not null,
  constraint "a number is in a breach once" primary key (set_name, hash, bucket),
  constraint "a hash is a SHA-1" check (length(hash) = 20)
);

-- bucket: hash12(number)
create table contact_records (
  set_name text not null,
  number text not null,
  bucket smallint not null,
  -- {firstName, lastName, address, …}: what the file has of it.
  details jsonb not null,
  -- When the import began that last had it.
  imported_at timestamptz not null,
  constraint "a set has a number once" primary key (set_name, number, bucket)
);
create index contact_records_by_import on contact_records (imported_at);
