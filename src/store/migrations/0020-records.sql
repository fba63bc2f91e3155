-- What happened, when it is sent, and who may look. It only adds: the release before runs on it.

-- == Waiting for a time ==

-- When its caller wants its first method to begin; null: it began at once.
alter table verifications add column send_at timestamptz;

-- == Batches ==

-- == Own records: lists ==

-- == Events, callbacks and history ==

-- == Accounts ==

-- == Who is let in ==

-- == Hints and calls under way ==
