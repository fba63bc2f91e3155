-- What happened, when it is sent, and who may look. It only adds: the release before runs on it.

-- == Waiting for a time ==

-- When its caller wants its first method to begin; null: it began at once.
alter table verifications add column send_at timestamptz;

-- == Batches ==

-- == Own records: lists ==

-- == Events, callbacks and history ==
--
-- 1. A callback is an event, which its account may fetch. The release before fills neither `is_event` nor what is of
--    tries: what it writes is sent as ever, and stands in no list of an account's own.
-- 2. `is_event` never changes, and nothing else that changes stands in the index or its condition: a callback that is
--    settled changes in place. The index takes the place of one of the same size, so that a callback costs what it did.

alter table callbacks add column is_event boolean;
-- Of the newest try, in milliseconds; null where there was none.
alter table callbacks add column took_ms integer;
-- Somebody had it sent once more, at last then.
alter table callbacks add column redelivered_at timestamptz;
-- The body of a status once the callback's own has been removed with the text of its message, of which it says nothing.
alter table callbacks add column told text;
drop index callbacks_of_account;
create index callbacks_in_order on callbacks (account_id, id) where is_event;

-- == Accounts ==

-- == Who is let in ==

-- == Hints and calls under way ==
