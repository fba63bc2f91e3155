-- What happened, when it is sent, and who may look. It only adds: the release before runs on it.

-- == Waiting for a time ==

-- == Batches ==

-- == Own records: lists ==

-- == Events, callbacks and history ==

-- == Accounts ==

-- == Who is let in ==

-- == Hints and calls under way ==
