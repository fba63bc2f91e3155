-- Masking numbers, and the numbers that are kept out of masking sessions.

-- bucket: hash12(number)
create table masks (
  number text not null,
  bucket smallint not null,
  -- Whose pool it stands in; '' for the shared one.
  account_id text not null,
  -- ISO 3166 alpha-2.
  country text not null,
  -- Which carrier takes what leaves from it; null: the routes say.
  carrier text,
  created_at timestamptz not null,
  -- From then on it is given to no new session.
  retired_at timestamptz,
  constraint "a mask stands in one pool" primary key (number, bucket)
);

-- bucket: hash12(number)
create table masking_blocks (
  -- '' stands for every account.
  account_id text not null,
  bucket smallint not null,
  number text not null,
  created_at timestamptz not null,
  constraint "a number is blocked once" primary key (number, account_id, bucket)
);
create index masking_blocks_of_account on masking_blocks (account_id, number, bucket);
