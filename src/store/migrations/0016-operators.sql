-- Operators with names, and what operators did. It only adds: the release before knows the one token alone.

-- bucket: hash12(name)
create table operators (
  name text not null,
  bucket smallint not null,
  -- SHA-256 of the token, which is random.
  token_hash bytea not null,
  rights text[] not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint "an operator is known once" primary key (name, bucket)
);

-- bucket: the last 12 bits of the id
create table operator_actions (
  id uuid not null,
  bucket smallint not null,
  operator text not null,
  -- The route, such as POST /accounts/:id/suspend.
  action text not null,
  -- On what: names and values, numbers masked.
  target jsonb not null,
  at timestamptz not null,
  -- Null while it is under way, and when the gateway ended meanwhile.
  status smallint,
  constraint "an action is recorded once" primary key (id, bucket)
);
create index operator_actions_by_time on operator_actions (at);
