import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress, socketUrl } from './address.ts';

test('an address names one host or several, each with its port', () => {
  const address = parseAddress('postgres://gateway:s%40cret@db1:5433,10.0.0.2,[fd00::1]:5434/traffic');
  assert.deepEqual(address.hosts, [
    { host: 'db1', port: 5433 },
    { host: '10.0.0.2', port: 5432 },
    { host: 'fd00::1', port: 5434 },
  ]);
  assert.equal(address.user, 'gateway');
  assert.equal(address.password, 's@cret');
  assert.equal(address.database, 'traffic');
});

test('an address may name a socket directory, in the place of the host or as a parameter', () => {
  const asHost = parseAddress('postgresql://me@%2Frun%2Fpostgresql/traffic');
  assert.deepEqual(asHost.hosts, [{ host: '/run/postgresql', port: 5432 }]);
  const own = parseAddress(socketUrl('/data dir/so&cket', 'me', 'traffic'));
  assert.deepEqual(own.hosts, [{ host: '/data dir/so&cket', port: 5432 }]);
  assert.equal(own.database, 'traffic');
});

test('the database is called like the user unless the address says otherwise', () => {
  assert.equal(parseAddress('postgres://me@db').database, 'me');
  assert.equal(parseAddress('postgres://me@db/?dbname=other&user=you').database, 'other');
});

test('sslmode says whether to encrypt, in which order to try, and what to check', () => {
  const ways = (query: string) => parseAddress(`postgres://me@db/x${query}`).tls;
  assert.deepEqual(ways('?sslmode=disable'), [false]);
  assert.equal(ways('').length, 2, 'prefer: with, then without');
  assert.notEqual(ways('')[0], false);
  assert.equal(ways('?sslmode=allow')[0], false);
  const encrypted = (query: string) => ways(query).find((way) => way !== false) || {};
  assert.equal(encrypted('?sslmode=require').rejectUnauthorized, false);
  assert.equal(encrypted('?sslmode=verify-ca').rejectUnauthorized, true);
  assert.notEqual(encrypted('?sslmode=verify-ca').checkServerIdentity, undefined, 'the name is not checked');
  assert.equal(encrypted('?sslmode=verify-full').rejectUnauthorized, true);
  assert.equal(encrypted('?sslmode=verify-full').checkServerIdentity, undefined, 'the name is checked');
});

const WRONG: readonly (readonly [url: string, says: RegExp])[] = [
  ['mysql://me@db/x', /must look like postgres:/],
  ['postgres://me:pa%ss@db/x', /password holds a '%'/],
  ['postgres://me@db:0/x', /port is a number from 1 to 65535/],
  ['postgres://me@db:54a/x', /port is a number/],
  ['postgres://me@db:1:2/x', /port is a number/],
  ['postgres://me@d b/x', /a host is a name/],
  ['postgres://me@db/x?sslmode=yes', /allowed are disable, allow/],
  ['postgres://me@db/x?pool=5', /'pool' is not a parameter; allowed are host/],
  ['postgres://me@db/x?connect_timeout=0', /connect_timeout is a number of seconds/],
  ['postgres://me@db/x?target_session_attrs=standby', /target_session_attrs may be/],
  ['postgres://me@db/x?sslmode=verify-ca&sslrootcert=/no/such/file', /sslrootcert names cannot be read/],
];

for (const [url, says] of WRONG) {
  test(`the address ${url} is refused with what is allowed, and without its password`, () => {
    assert.throws(
      () => parseAddress(url),
      (error: Error) => says.test(error.message) && !error.message.includes('pa%ss'),
    );
  });
}
