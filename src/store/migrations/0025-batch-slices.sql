-- The recipients of a batch lie in slices: forty in a row, and not one. A step of the worker takes whole rows, and writes
-- each of them once.
--
-- 1. It only adds: what the release before has recorded stands in `batch_recipients`, and is gone on with there.
-- 2. The release before runs on it. It finds no recipients of a batch in slices, shows none, and would take it for done:
--    the constraint keeps it from ending what it cannot read, and a node of this release goes on. An erasure that it
--    carries out leaves what stands here.

alter table batches
  -- Null: each recipient has a row in batch_recipients. Else whether all slices have been gone through.
  add column slices_over boolean,
  add constraint "a batch in slices is ended by who reads them" check (ended_at is null or slices_over);

-- bucket: that of the batch
create table batch_slices (
  batch_id uuid not null,
  bucket smallint not null,
  -- Of its first recipient, in the list as it was sent in, from 0.
  place int not null,
  -- A list by place: [number, external id, values, message id, code, reason], without the nulls behind the last that is
  -- none (src/store/batches/slices.ts). Null: the number was erased. The values go when the message is made.
  recipients jsonb not null,
  constraint "a place of a batch begins one slice" primary key (batch_id, place, bucket)
);

-- As it is written: without being compressed, and read back from elsewhere, as long as it fits on a page. A slice is
-- changed once and removed with its batch, and no plan hangs on what is in it.
alter table batch_slices set (toast_tuple_target = 8160, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = 5000, autovacuum_analyze_threshold = 5000);
