-- The journal of Phone ID: what its own look-ups saw of numbers, and when that changed; and the country of look-ups, for
-- bills.
--
-- 1. It only adds. Buckets, keys and constraints as in 0001; bucket: hash12(number).

-- ISO 3166 alpha-2 of the number; '' when its code belongs to no country. Stays when the number is erased.
alter table look_ups add column country text;

-- In which network a number was seen last.
create table observed_networks (
  number text not null,
  bucket smallint not null,
  mcc text,
  mnc text,
  name text,
  -- The source that said so: names of networks are its own.
  source text not null,
  seen_at timestamptz not null,
  constraint "a number is in one network" primary key (number, bucket)
);
create index observed_networks_by_time on observed_networks (seen_at);

-- When a number was first seen in another network than before.
create table observed_ports (
  number text not null,
  seen_at timestamptz not null,
  bucket smallint not null,
  from_mcc text,
  from_mnc text,
  from_name text,
  to_mcc text,
  to_mnc text,
  to_name text,
  constraint "a change is seen once" primary key (number, seen_at, bucket)
);
create index observed_ports_by_time on observed_ports (seen_at);

create table observed_sims (
  number text not null,
  bucket smallint not null,
  -- What stands for the SIM: a keyed hash. Null where a source told a time and no SIM.
  sim text,
  -- When this SIM was first seen.
  since timestamptz not null,
  -- When a SIM was last seen, or told, to have taken the place of another one.
  changed_at timestamptz,
  seen_at timestamptz not null,
  constraint "a number has one SIM" primary key (number, bucket)
);
create index observed_sims_by_time on observed_sims (seen_at);
