-- What passes through the gateway, as figures over time. It only adds: the release before runs on it, and writes nothing
-- here.
--
-- A row for each minute and each hour in which a node counted anything, for the node and for each of its carriers. No row
-- of a message is read for it and none of it holds a number (docs/decisions/traffic.md).

-- bucket: hash12(node)
create table traffic (
  starts_at timestamptz not null,
  -- How long it is: 60 or 3600.
  seconds integer not null,
  -- '' of the node as a whole.
  carrier text not null,
  node text not null,
  epoch bigint not null,
  bucket smallint not null,
  -- How often each thing happened, by its name.
  figures jsonb not null,
  forget_at timestamptz not null,
  constraint "a start of a node has one row for each span" primary key (seconds, starts_at, carrier, node, epoch, bucket)
);
create index traffic_by_end on traffic (forget_at);
