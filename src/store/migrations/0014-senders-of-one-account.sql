-- A sender belongs to one account, unless an operator lets several have it.
--
-- 1. The row of a name is what two registrations at once wait for; a name without a row has never been registered since.
-- 2. Names that stood on several accounts before keep all of them; a minute after the start they are marked on each
--    (store/sender-names.ts). Nobody has decided that, and the diagnosis says so. The release before registers without
--    looking here, and what it brings is found in the same way.
-- 3. `sender_writers` says which of several accounts wrote to a number last, so that what the number answers finds it.

-- bucket: hash12(sender)
create table sender_names (
  sender text not null,
  bucket smallint not null,
  -- An operator decided that several accounts may have it.
  is_shared boolean not null default false,
  constraint "a sender has one name" primary key (sender, bucket)
);

-- Several accounts have it.
alter table senders add column is_shared boolean not null default false;

-- bucket: hash12(recipient)
create table sender_writers (
  recipient text not null,
  sender text not null,
  bucket smallint not null,
  account_id text not null,
  wrote_at timestamptz not null,
  constraint "one account wrote last" primary key (recipient, sender, bucket)
);
create index sender_writers_by_time on sender_writers (wrote_at);
