-- A recipient of a batch changes once, when its message is made, and no index names what changes: with room on its page it
-- changes in place. It only sets how the table is kept: the release before runs on it.
--
-- Vacuumed and sampled as seldom as meetings are (0011): a row is changed once and removed with its batch, and no plan
-- hangs on what is in it.

alter table batch_recipients set (fillfactor = 50, autovacuum_vacuum_threshold = 150000,
  autovacuum_vacuum_insert_threshold = 150000, autovacuum_analyze_scale_factor = 0.5,
  autovacuum_analyze_threshold = 150000);
