-- What a node has in hand when it is recorded stands in no index of times: most of it is over before anyone else would
-- look, and a row whose indexed columns stay as they are changes in place.
--
-- 1. Such a row says in `held_until`, which no index names, when it comes due if nothing is heard of it, and `due_at` is
--    null. A row of `holds`, written in the same transaction, names all of a batch. When its time has come, those that
--    are still held get their `due_at` (store/holds.ts). Where both are set, `due_at` counts.
-- 2. The release before holds nothing, and does not look here: what a node of this release held when it died waits until
--    one of this release looks. It ends what is held without clearing `held_until`, which then says nothing.

alter table messages add column held_until timestamptz;
alter table messages drop constraint "what is not final says when it is next looked at";
alter table messages add constraint "what is not final says when it is next looked at"
  check (final_at is not null or due_at is not null or held_until is not null);

alter table callbacks add column held_until timestamptz;
alter table callbacks drop constraint "a pending callback says when it is tried";
alter table callbacks add constraint "a pending callback says when it is tried"
  check (case when state = 'pending' then due_at is not null or held_until is not null else due_at is null end);

-- bucket: that of all its rows' lane
create table holds (
  -- When the last of them comes due.
  until timestamptz not null,
  -- Of the first message, or of the first callback.
  id uuid not null,
  bucket smallint not null,
  -- messages, callbacks
  kind text not null,
  node text not null,
  epoch bigint not null,
  -- Of the messages, also where callbacks are held.
  messages uuid[] not null,
  constraint "a batch is held once" primary key (until, id, bucket)
);
