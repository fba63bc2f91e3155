/**
 * Statements that may ask every shard, or be heard on one server only, each with the reason. None of them changes or
 * locks anything: those have no exceptions.
 */
export const LISTED: Readonly<Record<string, string>> = {
  'arrival-lists.ts listInboundTexts': 'a page for an operator',
  'arrival-lists.ts listUnmatched': 'a page for an operator',
  'attempts.ts findAttempts': 'the receipts of a moment lie in all lanes; it reads without a lock',
  'attempts.ts findCancelled': 'the calls of a node lie in all lanes; it reads without a lock',
  'attempts.ts findPartInDoubt': 'which bucket is what it asks; seconds after a receipt that matched nothing',
  'blocks.ts findBlocks': 'a bucket is that of a recipient, not that of the messages; it reads without a lock',
  'batches.ts listBatches': 'a page for an operator',
  'batches.ts nextBatchAt': 'a minimum over all lanes, of an index',
  'batches.ts recipientsNotEnded': 'a few rows of an index: the batches of an account that are not over',
  'callback-lists.ts listCallbacks': 'a page for an operator',
  'callback-lists.ts listOwnCallbacks': 'a page for a caller; what an account is told lies in all lanes',
  'callback-events.ts listEvents': 'a page for a caller; what an account is told lies in all lanes',
  'redeliveries.ts countPage': 'what an account is told lies in all lanes; it reads without a lock',
  'redeliveries.ts readRange': 'what an account is told lies in all lanes; it reads without a lock',
  'redeliveries.ts nextRedeliveryAt': 'a minimum over all lanes, of an index, every ten seconds',
  'callback-claims.ts countPending': 'a number for the metrics, bounded',
  'calls-under-way.ts listCallsUnderWay': 'a page for an operator',
  'carrier-orders.ts drainingCarriers': 'a handful of rows, at the start',
  'carrier-seats.ts listSeats': 'a handful of rows',
  'data-sets.ts listDataSets': 'a handful of rows',
  'erase-imported.ts setsOf': 'a handful of names, once for an erasure',
  'erase-others.ts oldestIn': 'a minimum of an index, once for an erasure',
  'erasures.ts listErasures': 'a page for an operator',
  'erase-capability.ts oldestList': 'a minimum over all lanes, once for an erasure',
  'number-lists.ts nextListAt': 'a minimum over all lanes, of an index, every ten seconds',
  'erasures.ts nextErasureAt': 'a minimum over all lanes, of an index',
  'consents.ts listConsents': 'a page for an operator',
  'hint-signals.ts sendHintSignal':
    'a hint; what is not heard is noticed by its number, and everything is fetched anew',
  'imports.ts listImports': 'a page for an operator',
  'interactions.ts findFates': 'texts of a moment lie in all lanes; it reads without a lock',
  'inbox.ts nextInputAt': 'a minimum over all lanes, of an index',
  'inbound-lists.ts listPlaced': 'a page for a caller; what an account was sent lies in all lanes',
  'inbound-texts.ts takeIncompleteText': 'once a minute; what it takes then, it takes by its bucket',
  'masks.ts findMasks': 'masks of a moment lie in all lanes; it reads without a lock',
  'masks.ts printOfMasks': 'one line over the whole pool, every few seconds; it reads without a lock',
  'masks.ts listMasks': 'a page for an operator',
  'masks.ts activeMasks': 'the whole pool, a few thousand rows, every few minutes',
  'masking-blocks.ts readMaskingBlocks': 'a bucket is that of a number, not that of a session; it reads without a lock',
  'masking-blocks.ts listMaskingBlocks': 'a page for an operator',
  'meetings.ts findMeetings': 'a bucket is that of an id of a carrier; it reads without a lock',
  'messages.ts findOnDay': 'a page for a caller; it reads without a lock',
  'message-lists.ts messagesIn': 'a page of a list',
  'message-lists.ts nthMessage': 'where a page of a list ends',
  'message-lists.ts readOn': 'of a page of a list, by their keys; it reads without a lock',
  'call-lists.ts callsIn': 'a page for an operator',
  'call-lists.ts nthCall': 'where a page for an operator ends',
  'look-up-lists.ts lookUpsIn': 'a page of a list',
  'look-up-lists.ts nthLookUp': 'where a page of a list ends',
  'session-lists.ts nthSession': 'where a page of a list ends',
  'session-lists.ts sessionsIn': 'a page of a list',
  'verification-lists.ts nthVerification': 'where a page of a list ends',
  'verification-lists.ts verificationsIn': 'a page of a list',
  'message-queue.ts nextDueAt': 'a minimum over all lanes, of an index',
  'payload-messages.ts newestIn': 'messages to a number lie in all lanes; once for a button that was pressed',
  'operator-actions.ts listOperatorActions': 'a page for an operator',
  'operators.ts listOperators': 'a page for an operator',
  'opt-out-lists.ts listOptOuts': 'a page for an operator',
  'partitions.ts dropDay': 'once an hour: whether anything in a day is still open, before it is dropped',
  'remove-inbound.ts oldestInboundText': 'a minimum of an index, every ten minutes',
  'remove-texts.ts readTextRemovals': 'a row for each account with days of its own, every ten minutes',
  'legs.ts findLegs': 'a bucket is that of a party; texts of a moment lie in all lanes; it reads without a lock',
  'sandbox-account.ts sandboxAccounts': 'a handful of rows, at the start and for a diagnosis',
  'sealed-values.ts countOtherSeals': 'a count for a diagnosis, over keys and secrets of accounts',
  'sealed-values.ts newestSealedKeys': 'a look at a few rows',
  'seat-counts.ts busiestParties': 'a look at the whole pool, when an operator asks',
  'seat-counts.ts countMasks': 'a look at the whole pool, every few minutes',
  'seat-counts.ts countSeats': 'a look at the whole pool, every few minutes',
  'senders.ts registeredAmong': 'which account is what it asks; once for a file of numbers',
  'sender-names.ts holdersOf':
    'which account is what it asks; once for a batch of texts from people, and for a registration',
  'sender-names.ts markSendersOfSeveral':
    'one look at all senders, once a minute; what it marks, it marks by its bucket',
  'sender-names.ts undecidedSenders': 'a few names, for a diagnosis',
  'sessions.ts nextSessionEnd': 'a minimum over all lanes, of an index',
  'signals.ts sendSignal': 'a hint: polling stands behind it, and every gateway is connected to the coordinator',
  'verifications.ts nextVerificationAt': 'a minimum over all lanes, of an index',
  'user-sessions.ts listSessions': 'a page for an operator',
  'user-tokens.ts listTokens': 'a page for an operator',
  'users.ts countOthers': 'a handful of rows, at the start, for a diagnosis and before an admin goes',
  'users.ts listUsers': 'a page for an operator',
  'usage.ts countedDays': 'a row for each day of a bill',
  'usage.ts readUsage': 'a day of a bill',
};

/** Inserts of which nobody asks how many rows they wrote: a cluster could not tell. */
export const NOT_COUNTED: readonly string[] = [
  'callback-tries.ts insertTries',
  'capabilities.ts writeCapabilities',
  'code-texts.ts waitForCodes',
  'imported-rows.ts writeBreachedNumbers',
  'imported-rows.ts writeContactRecords',
  'imported-rows.ts writeDeactivations',
  'inbox.ts appendInbox',
  'look-ups.ts insertConsents',
  'look-ups.ts insertLookUps',
  'number-lists.ts insertList',
  'observations.ts writeNetworks',
  'observations.ts writePorts',
  'recipients.ts insertRecipients',
];

/** Tables without a bucket, and where they lie on a cluster. */
export const WITHOUT_BUCKET: Readonly<Record<string, string>> = {
  accounts: 'copied to every node: rarely written, read by every request',
  nodes: 'on the coordinator: a heartbeat must not need a worker',
  schema_versions: 'on the coordinator: it is written with the schema',
};

/** Files whose statements make and drop tables, or speak to the server and to no table. */
export const MAY_CHANGE_TABLES = ['partitions.ts', 'search-indexes.ts', 'migrate.ts'];

/** Calls that are given their text by somebody else: it is checked where it stands. */
export const MAY_PASS_ON = ['connection.ts', 'database.ts', 'listener.ts', 'migrate.ts', 'pool.ts', 'statement.ts'];
