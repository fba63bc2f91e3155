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
