-- Phone ID: what was asked about numbers, and the consents that came with it.

create table look_ups (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  -- Digits with country code, as cleaned.
  number text not null,
  external_id text,
  -- 300, or 301 when an add-on could not be answered.
  status smallint not null,
  -- The body that the caller was answered with, JSON.
  answer text not null,
  -- [{add_on, code, source, fetched_at, age_ms, took_ms, tried}]: where each add-on's answer came from.
  evidence jsonb not null default '[]',
  created_at timestamptz not null,
  constraint "a look-up is recorded once" primary key (id, bucket),
  constraint "the bucket is the last twelve bits of the id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15))
) partition by range (id);
create index look_ups_of_account on look_ups (account_id, id);
create index look_ups_of_number on look_ups (number, id);

-- The ledger of consents: kept until they are erased.
-- bucket: that of the look-up
create table consents (
  look_up_id uuid not null,
  bucket smallint not null,
  account_id text not null,
  number text not null,
  -- As the caller gave it: a number of the public service's list, or words.
  method text not null,
  consented_at timestamptz,
  -- The add-ons that were asked with it.
  add_ons text[] not null,
  asked_at timestamptz not null,
  constraint "a look-up brings one consent" primary key (look_up_id, bucket)
);
create index consents_of_account on consents (account_id, look_up_id);
create index consents_of_number on consents (number);
