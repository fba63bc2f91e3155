-- Carriers leased to nodes, seat by seat.
--
-- 1. A node shows that it lives by `beats`, a count: others compare it with what they saw before, on their own clocks.
--    Wall time decides nothing here.
-- 2. A seat needs no renewal of its own: it is held for as long as that start of the node lives.

alter table nodes
  add column beats bigint not null default 0,
  -- The carriers that the node uses: seats wanted, whether it can send. Empty for a release without seats.
  add column uses jsonb not null default '{}';

-- bucket: hash12(carrier)
create table carrier_seats (
  carrier text not null,
  -- Counted from 1: which of the carrier's binds.
  seat smallint not null,
  bucket smallint not null,
  -- The holder and the start in which it took the seat; null while the seat is free.
  node text,
  epoch bigint,
  changed_at timestamptz not null,
  constraint "a seat is held by one node" primary key (carrier, seat, bucket),
  constraint "a holder is a node in one of its starts" check ((node is null) = (epoch is null))
);
