-- What one-time passwords said goes an hour after their message is final, whatever else is kept for longer.
--
-- 1. The release before does not look here: what it sent is gone through by one of this release.

-- How far that is. bucket: hash12(name)
create table texts_reached (
  name text not null,
  bucket smallint not null,
  -- All messages made before have been looked at, and those that were under way are in `code_texts`.
  reached_at timestamptz not null,
  constraint "texts are gone through in one order" primary key (name, bucket)
);

-- Messages that are looked at again, since they were under way, or final for less than an hour. bucket: of the message
create table code_texts (
  message_id uuid not null,
  bucket smallint not null,
  look_at timestamptz not null,
  constraint "a text waits once for its end" primary key (message_id, bucket)
);
create index code_texts_by_time on code_texts (look_at);
