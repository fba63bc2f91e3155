-- Masked sessions: two people text each other through numbers that stand in for theirs.
--
-- 1. A leg is a party and the mask that this party texts. A seat is the row of a leg: it is taken while `free_at` lies
--    ahead, by one session over all accounts. `bucket` is computed of the party, so one key holds that everywhere.
-- 2. A callback may now belong to a session, which is no message: the foreign key of callbacks goes. The release before
--    does not miss it.

create table sessions (
  id uuid not null,
  bucket smallint not null,
  account_id text not null,
  number_1 text not null,
  number_2 text not null,
  -- Stands for number 1: party 2 sees it, and texts it.
  masked_1 text not null,
  masked_2 text not null,
  -- 2700, or 2701 when a mask is of another country than its party.
  code smallint not null,
  external_id text,
  -- {url, method, events}: where relayed texts, and events if they are wanted, are called back.
  callback jsonb,
  -- As the caller gave it, in the unit that the account had.
  validity int not null,
  unit text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null
    constraint "a session is in one of its states"
    check (state in ('open', 'in_progress', 'stopped', 'expired', 'closed')),
  -- Whose STOP stands: 1, 2, or 3 for both; 0 for nobody's.
  stopped_by smallint not null default 0,
  -- That the other party was told of the STOP.
  told boolean not null default false,
  relayed_1 int not null default 0,
  relayed_2 int not null default 0,
  refused int not null default 0,
  -- Texts since the beginning of this minute, against floods.
  minute_at timestamptz,
  minute_texts int not null default 0,
  -- When it expired or was closed.
  over_at timestamptz,
  due_at timestamptz,
  constraint "a session is opened once" primary key (id, bucket),
  constraint "the bucket of a session is the last twelve bits of its id"
    check (bucket = (get_byte(uuid_send(id), 14) & 15) * 256 + get_byte(uuid_send(id), 15)),
  constraint "a session that is not over says when it ends" check ((over_at is null) = (due_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index sessions_due on sessions (due_at) where due_at is not null;
create index sessions_of_account on sessions (account_id, id);
create index sessions_over on sessions (over_at) where over_at is not null;

-- bucket: hash12(party)
create table seats (
  party text not null,
  -- The number that the party texts.
  mask text not null,
  bucket smallint not null,
  session_id uuid not null,
  -- Whom the texts go to.
  other text not null,
  taken_at timestamptz not null,
  ends_at timestamptz not null,
  -- From then on another session may take it; the same two parties from `ends_at` on.
  free_at timestamptz not null,
  constraint "a party has one session per mask" primary key (party, mask, bucket)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index seats_by_time on seats (free_at);
create index seats_of_mask on seats (mask);

-- Every text that met a session, relayed or not.
create table interactions (
  session_id uuid not null,
  -- Of the relayed message, and worked out of that of the piece of input (engine/masking/relay-text.ts).
  id uuid not null,
  -- That of the session.
  bucket smallint not null,
  account_id text not null,
  -- Who wrote: 1 or 2.
  party smallint not null,
  -- relayed; stop, start, help; over, stopped, blocked, too_many.
  fate text not null,
  received_at timestamptz not null,
  -- Which text is said back: stopped, started, help, unavailable, unknown.
  reply text,
  -- When what was said is removed; null when it has been, or was never kept with this row.
  text_due_at timestamptz,
  constraint "a text meets a session once" primary key (session_id, id, bucket)
) partition by range (id);
create index interactions_text_due on interactions (text_due_at) where text_due_at is not null;

do $$
declare
  part record;
begin
  for part in
    select c.conrelid::regclass as name from pg_constraint c
     where c.conname = 'a callback belongs to a message' and c.contype = 'f'
  loop
    execute format('alter table %s drop constraint "a callback belongs to a message"', part.name);
  end loop;
end
$$;
