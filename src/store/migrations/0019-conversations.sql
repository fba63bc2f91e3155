-- What recipients send reaches the application: told by callbacks, in order for each person, and listed.
--
-- 1. The release before tells nobody and lists nothing: what it keeps has no place in a list.
-- 2. It marks no message that has buttons. A tap on one finds the newest message that this release has sent.

-- text, tap, file, location
alter table inbound_texts add column kind text not null default 'text';
-- What a tap, a file or a location says; of a tap also which message it is about.
alter table inbound_texts add column details jsonb;
-- The word that the text consists of; '' for any other.
alter table inbound_texts add column keyword text not null default '';
-- In the list of its account, where later ones stand behind; null: it stands in none. An id, made in the transaction
-- that wrote the row.
alter table inbound_texts add column place uuid;
-- Of the callback that tells of it; null: nobody is told.
alter table inbound_texts add column line_id uuid;
create index inbound_texts_in_place on inbound_texts (account_id, place) where place is not null;

-- Whose callbacks go one after the other: those of what one person sent to one account. bucket: hash12(person)
create table inbound_lines (
  person text not null,
  account_id text not null,
  bucket smallint not null,
  -- In place of the message that other callbacks are about; in the bucket of the row.
  line_id uuid not null,
  -- Of the newest callback in it.
  seq smallint not null,
  -- The day of the newest: a time that hardly ever changes, so that rows change in place.
  used_on timestamptz not null,
  constraint "a person has one line at an account" primary key (person, account_id, bucket)
);
create index inbound_lines_by_day on inbound_lines (used_on);

-- It has a button that comes back with a payload; null for all others.
alter table messages add column has_payload boolean;
create index messages_with_payload on messages (account_id, recipient, id) where has_payload;
-- What recipients' devices can be sent, as carriers said, and lists of numbers about which callers asked.
--
-- 1. The release before reads none of these tables. An erasure that it carries out leaves what stands here for a day, and
--    the numbers of lists for a week.

-- bucket: hash12(number)
create table capabilities (
  number text not null,
  agent text not null,
  bucket smallint not null,
  -- 3060, 3055 or 3115; 3041: it was asked in vain.
  code smallint not null,
  -- As the carrier names them; null where it said nothing of them.
  features text[],
  told_at timestamptz not null,
  good_until timestamptz not null,
  constraint "what an agent was told of a number stands in one row" primary key (number, agent, bucket)
);
create index capabilities_by_time on capabilities (good_until);

-- bucket: hash12(account), so that all lists of an account lie together
create table number_lists (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  -- Numbers that were sent in, the bad ones among them.
  total int not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- When it is gone on with; of one that is done: when it is forgotten.
  due_at timestamptz not null,
  constraint "a list is recorded once" primary key (id, bucket),
  constraint "the bucket is the last twelve bits of the id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15))
);
create index number_lists_due on number_lists (due_at);
create index number_lists_not_done on number_lists (account_id) where done_at is null;

-- bucket: that of the list
create table listed_numbers (
  list_id uuid not null,
  bucket smallint not null,
  -- In the list as it was sent in, from 0.
  place int not null,
  -- Empty: what stood there is no number that may be asked about.
  number text not null,
  -- Of whom it is asked; empty where nobody is asked.
  agent text not null,
  -- Null while nothing is known.
  code smallint,
  features text[],
  -- Times that it was asked in vain.
  tries smallint not null default 0,
  constraint "a place of a list holds one number" primary key (list_id, place, bucket)
);
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
-- Templates of accounts: a name, a channel, and content with places for values. It only adds: the release before refuses
-- a message that names one, as a template that it does not know.

-- bucket: hash12(account_id)
create table templates (
  account_id text not null,
  bucket smallint not null,
  channel text not null,
  name text not null,
  id uuid not null,
  type text not null,
  category text,
  language text,
  -- As it was given, in its order.
  content json not null,
  created_at timestamptz not null,
  constraint "a channel of an account has a template once" primary key (account_id, channel, name, bucket)
);
