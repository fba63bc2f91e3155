/**
 * The right that each route of the operators needs. A test compares the table with the routes.
 *
 * 1. A route that is not in the table needs `admin`.
 * 2. A request that shows numbers or texts in full needs `full` as well; one that shows secrets needs more than that.
 * 3. `own` is for whoever is known, whatever their rights: it is about themselves. `anybody` is for who is not known yet.
 */
export const RIGHTS = ['read', 'full', 'accounts', 'operate', 'erase', 'audit', 'admin'] as const;

export type Right = (typeof RIGHTS)[number];

/** What each right is for, as the documents have it. */
export const MEANING: Readonly<Record<Right, string>> = {
  read: 'sees everything, with numbers masked and without texts',
  full: 'sees numbers and texts in full, where it may see them',
  accounts: 'makes and changes accounts, their keys, senders, verified numbers and caps',
  operate:
    'drains carriers, has settings read again, takes messages and batches back, ends masked sessions, sends callbacks again, keeps blocks, masking numbers and imported data; acts in the sandbox',
  erase: 'takes numbers out of everything',
  audit: 'reads the audit log, exports and verifies it',
  admin: 'decides who is let in: operators, users, their sessions and tokens; and replaces the master key',
};

/** Rule 3. */
export type Needed = Right | 'own' | 'anybody';

export const RIGHT_OF: Readonly<Record<string, Needed>> = {
  'GET /accounts': 'read',
  'POST /accounts': 'accounts',
  'GET /accounts/:id': 'read',
  'PATCH /accounts/:id': 'accounts',
  'POST /accounts/:id/suspend': 'accounts',
  'POST /accounts/:id/activate': 'accounts',
  'GET /accounts/:id/keys': 'read',
  'POST /accounts/:id/keys': 'accounts',
  'DELETE /accounts/:id/keys/:key': 'accounts',
  'GET /accounts/:id/callback-secrets': 'read',
  'PUT /accounts/:id/senders/:sender': 'accounts',
  'DELETE /accounts/:id/senders/:sender': 'accounts',
  'PUT /accounts/:id/verified-numbers/:number': 'accounts',
  'DELETE /accounts/:id/verified-numbers/:number': 'accounts',
  'GET /accounts/:id/addon-caps': 'read',
  'GET /accounts/:id/templates': 'read',
  'POST /accounts/:id/addon-caps/:addon/reset': 'accounts',
  'GET /unmatched-receipts': 'read',
  'GET /inbound-texts': 'read',
  'GET /inbound-texts/:id': 'read',
  'GET /batches': 'read',
  'GET /batches/:reference': 'read',
  'POST /batches/:reference/pause': 'operate',
  'POST /batches/:reference/resume': 'operate',
  'POST /batches/:reference/take-back': 'operate',
  'GET /callbacks': 'read',
  'GET /callbacks/:id': 'read',
  'POST /callbacks/redeliver': 'operate',
  'POST /callbacks/:id/redeliver': 'operate',
  'GET /sandbox/receivers': 'read',
  'GET /sandbox/receivers/:name/requests': 'read',
  'PUT /sandbox/receivers/:name': 'operate',
  'GET /calls/in-progress': 'read',
  'GET /calls': 'read',
  'GET /calls/:reference': 'read',
  'GET /carriers': 'read',
  'GET /carriers/:name/addresses': 'read',
  'POST /carriers/:name/addresses': 'read',
  'POST /carriers/:name/drain': 'operate',
  'POST /carriers/:name/resume': 'operate',
  'GET /diagnosis': 'read',
  'POST /reload': 'operate',
  'POST /erasures': 'erase',
  'GET /erasures': 'read',
  'GET /erasures/:id': 'read',
  'GET /find': 'read',
  'GET /hints': 'read',
  'POST /imports': 'operate',
  'GET /imports': 'read',
  'GET /imports/:id': 'read',
  'POST /imports/:id/rows': 'operate',
  'POST /imports/:id/finish': 'operate',
  'POST /imports/:id/stop': 'operate',
  'GET /data-sets': 'read',
  'DELETE /data-sets/:kind/:name': 'operate',
  'GET /look-ups': 'read',
  'GET /look-ups/:reference': 'read',
  'GET /sources': 'read',
  'GET /addon-caps': 'read',
  'GET /consents': 'read',
  'GET /masking-blocks': 'read',
  'GET /masking-sessions': 'read',
  'GET /masking-sessions/:session': 'read',
  'GET /masking-sessions/:session/interactions': 'read',
  'POST /masking-sessions/:session/close': 'operate',
  'PUT /masking-blocks/:number': 'operate',
  'DELETE /masking-blocks/:number': 'operate',
  'POST /master-key/reseal': 'admin',
  'GET /messages': 'read',
  'GET /messages/:reference': 'read',
  'GET /messages/:reference/history': 'read',
  'GET /messages/:reference/contents': 'read',
  'POST /messages/:reference/take-back': 'operate',
  'GET /nodes': 'read',
  'POST /numbers/import': 'operate',
  'GET /numbers': 'read',
  'GET /numbers/forecast': 'read',
  'POST /numbers/:number/retire': 'operate',
  'GET /opt-outs': 'read',
  'POST /opt-outs': 'operate',
  'POST /opt-outs/lift': 'operate',
  'GET /verifications': 'read',
  'GET /verifications/:reference': 'read',
  'GET /usage': 'read',
  'GET /traffic': 'read',
  'GET /backlog': 'read',
  'GET /sandbox/handsets': 'read',
  'GET /sandbox/handsets/:number': 'read',
  'GET /sandbox/handsets/:number/calls/:id': 'full',
  'POST /sandbox/handsets/:number/calls/:id/answer': 'operate',
  'POST /sandbox/handsets/:number/calls/:id/decline': 'operate',
  'POST /sandbox/handsets/:number/calls/:id/hang-up': 'operate',
  'POST /sandbox/handsets/:number/calls/:id/keys': 'operate',
  'POST /sandbox/handsets/:number/file': 'operate',
  'POST /sandbox/handsets/:number/location': 'operate',
  'POST /sandbox/handsets/:number/reply': 'operate',
  'POST /sandbox/handsets/:number/tap': 'operate',
  'PUT /sandbox/handsets/:number/waits': 'operate',
  'GET /sandbox/stories': 'read',
  'POST /sandbox/send': 'operate',
  'GET /endpoints': 'read',
  'GET /operators': 'read',
  'POST /operators': 'admin',
  'DELETE /operators/:name': 'admin',
  'GET /operator-actions': 'read',
  'POST /session': 'anybody',
  'GET /session': 'own',
  'DELETE /session': 'own',
  'GET /session/ways': 'anybody',
  'GET /session/link': 'anybody',
  'GET /session/oidc': 'anybody',
  'GET /session/oidc/callback': 'anybody',
  'PUT /session/password': 'own',
  'POST /session/second-factor': 'own',
  'POST /session/second-factor/confirm': 'own',
  'POST /session/second-factor/remove': 'own',
  'GET /tokens': 'own',
  'POST /tokens': 'own',
  'DELETE /tokens/:id': 'own',
  'GET /audit': 'audit',
  'GET /audit/verify': 'audit',
  'GET /audit/:seq': 'audit',
  'GET /sessions': 'own',
  'DELETE /sessions/:id': 'own',
  'GET /users': 'admin',
  'POST /users': 'admin',
  'GET /users/:name': 'admin',
  'PATCH /users/:name': 'admin',
  'DELETE /users/:name': 'admin',
  'POST /users/:name/invite': 'admin',
  'POST /session/invite': 'anybody',
};

/**
 * Pages of a file on its way in: that it began and how it ended is written down, not each page. Who signs in, or sets a
 * password by an invite, is written down once it is known who that is.
 */
export const NOT_WRITTEN_DOWN: ReadonlySet<string> = new Set([
  'POST /imports/:id/rows',
  'POST /session',
  'POST /session/invite',
]);

/** Rule 2. Whoever has these secrets signs as the gateway does: they are for who keeps the keys of accounts. */
const MORE_FOR_FULL: Readonly<Record<string, Right>> = { 'GET /accounts/:id/callback-secrets': 'accounts' };

/** `route`: method and pattern, as in the table. */
export function rightsFor(route: string, isFull: boolean): readonly Right[] {
  const needed = neededFor(route);
  const right = needed === 'own' || needed === 'anybody' ? [] : [needed];
  const more = MORE_FOR_FULL[route];
  return isFull ? [...right, 'full', ...(more === undefined ? [] : [more])] : right;
}

export const PREFIX = '/operator/v1';

/** As in the table. `url`: of the route, with its prefix. What is asked by HEAD is what GET shows. */
export function routeOf(method: string, url: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${url.slice(PREFIX.length)}`;
}

/** Rule 1. */
export function neededFor(route: string): Needed {
  return RIGHT_OF[route] ?? 'admin';
}
