-- What stands behind a callback in its message's line is looked for only when there is something.
--
-- 1. The release before does not fill the column: what it puts behind a callback goes when its own time comes.
-- 2. Meetings are vacuumed and sampled as seldom as the tables of a day are from when they are made
--    (src/store/schema/partitions.ts): rows of them are hardly ever changed, and no plan hangs on what is in them.

-- Set when a later callback of the message is recorded while this one is owed.
alter table callbacks add column has_later boolean not null default false;

alter table meetings set (autovacuum_vacuum_insert_threshold = 150000, autovacuum_analyze_scale_factor = 0.5,
  autovacuum_analyze_threshold = 150000);
