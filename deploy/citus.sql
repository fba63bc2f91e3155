-- Spreads the tables of Trunkline over the workers of a Citus cluster. docs/scale.md has the whole procedure. Run it on
-- the coordinator, in the database of the gateways, while no gateway runs:
--
--   PGOPTIONS='-c trunkline.shards=8' psql -X -v ON_ERROR_STOP=1 -f deploy/citus.sql postgres://coordinator/trunkline
--
-- 1. `trunkline.shards` is the number of shards, and of lanes: one or two for each worker; 8 when it is not given. It
--    counts only the first time.
-- 2. Every table with a column `bucket` is distributed by it, each beside `messages`: what has the same bucket lies on
--    the same worker. Partitions go with their parents, those that exist and those that the gateways make later.
-- 3. `accounts` is copied to every node. `nodes`, `schema_versions` and whatever else has no bucket stays on the
--    coordinator, to which the gateways connect.
-- 4. It may be run again at any time and does what is left to do. Run it after a release that brought a new table.

begin;
create extension if not exists citus;

-- One table after the other, and their shards over one connection to each worker: some refer to others.
set local citus.multi_shard_modify_mode to 'sequential';
select set_config('citus.shard_count', coalesce(nullif(current_setting('trunkline.shards', true), ''), '8'), true);

create temporary table left_to_do on commit drop as
  select c.oid::regclass as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'bucket' and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid);

-- The messages first: all others lie beside them.
select create_distributed_table(t.name, 'bucket', colocate_with => 'none')
  from left_to_do t where t.name = 'messages'::regclass;
select create_distributed_table(t.name, 'bucket', colocate_with => 'messages')
  from (select name from left_to_do order by name::text) t where t.name <> 'messages'::regclass;

create temporary table copied_everywhere on commit drop as
  select 'accounts'::regclass as name
   where not exists (select from pg_dist_partition d where d.logicalrelid = 'accounts'::regclass);
select create_reference_table(t.name) from copied_everywhere t;

create or replace function lane(bucket smallint) returns bigint language sql stable
  as $lane$ select get_shard_id_for_distribution_column('messages', bucket) $lane$;
commit;

-- What was copied to the workers still lies on the coordinator, out of sight.
select truncate_local_data_after_distributing_table(d.logicalrelid)
  from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
 where c.relkind = 'r' and pg_relation_size(d.logicalrelid) > 0;

select count(distinct lane(b::smallint)) as lanes from generate_series(0, 4095) as b;
