-- What is counted of tries to sign in, for all nodes. It only adds: the release before runs on it, and counts in the memory
-- of each node.

-- bucket: hash12(subject)
create table sign_in_tries (
  -- HMAC of who is counted: a user from a network, a user, or a network. A name may be a password in the wrong field.
  subject text not null,
  bucket smallint not null,
  failures integer not null,
  failed_at timestamptz not null,
  -- No try before that.
  waits_until timestamptz not null,
  constraint "tries to sign in are counted once" primary key (subject, bucket)
);
create index sign_in_tries_by_time on sign_in_tries (failed_at);
