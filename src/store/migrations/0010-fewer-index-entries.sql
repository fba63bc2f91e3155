-- Fewer index entries for each message: they are most of what a change of a row costs, and of what is vacuumed later.
--
-- 1. What no index names changes in place (heap-only tuples). The index on attempts in doubt named `parts` and `carrier`,
--    which every event of a message changes: each change of an attempt was written into all indexes.
-- 2. The release before does not fill the new column: a receipt of unknown id is not tried against attempts in doubt that
--    it has written.

-- The carrier at which a part of it is in doubt; null for all others. Follows from `carrier` and `parts`.
alter table attempts add column doubtful_carrier text;
drop index attempts_in_doubt;
create index attempts_in_doubt on attempts (doubtful_carrier, message_id) where doubtful_carrier is not null;

-- Only operators look for a callback by its id. Ids rise with time, as rows are added, so a summary of the blocks does.
drop index callbacks_by_id;
create index callbacks_by_id on callbacks using brin (id);
