/**
 * People who sign in: their roles, the hashes of their passwords, and who a provider of identities says they are.
 *
 * 1. A name is given once. That of a user who was removed stays, without address and password, so that nobody else gets
 *    the name under which its actions are recorded.
 * 2. An identity is that of one user for ever, also when the user is removed.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';

export interface UserRow {
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  /** As passwords.ts writes it; null: there is none. */
  readonly password: string | null;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly signedInAt: number | null;
  readonly disabledAt: number | null;
  readonly removedAt: number | null;
  /** A second factor is in use. */
  readonly hasFactor: boolean;
}

export interface NewUser extends Pick<UserRow, 'name' | 'email' | 'role' | 'password' | 'createdAt' | 'createdBy'> {}

/** What is absent stays. */
export interface UserChange {
  readonly email?: string | null | undefined;
  readonly role?: string | undefined;
  readonly password?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

const COLUMNS = `u.name, u.email, u.role, u.password, u.created_at as "createdAt", u.created_by as "createdBy",
  u.signed_in_at as "signedInAt", u.disabled_at as "disabledAt", u.removed_at as "removedAt"`;

const WITH_FACTOR = `${COLUMNS}, f.confirmed_at is not null as "hasFactor"
  from users u left join user_factors f on f.user_name = u.name and f.bucket = u.bucket`;

/** Those that were removed as well. */
export async function findUser(db: Queryable, name: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `select ${WITH_FACTOR} and f.bucket = $2 where u.name = $1 and u.bucket = $2`,
    [name, hash12(name)],
  );
  return rows[0] ?? null;
}

/**
 * False unless it may sign in, and has this password still (undefined: that does not matter). It stays so until the
 * transaction ends: who changes it waits, and sees what that has written.
 */
export async function holdUser(tx: Transaction, name: string, password: string | null | undefined): Promise<boolean> {
  const { rows } = await tx.query(
    `select 1 from users u
      where u.name = $1 and u.bucket = $2 and u.disabled_at is null and u.removed_at is null
        and ($3 or u.password is not distinct from $4) for share`,
    [name, hash12(name), password === undefined, password ?? null],
  );
  return rows.length > 0;
}

/** Null when there is none of this name, or not any more. It stays so until the transaction ends, as with holdUser. */
export async function holdRole(tx: Transaction, name: string): Promise<string | null> {
  const { rows } = await tx.query<{ role: string }>(
    'select u.role from users u where u.name = $1 and u.bucket = $2 and u.removed_at is null for update',
    [name, hash12(name)],
  );
  return rows[0]?.role ?? null;
}

/** False when the name has been given before. */
export async function addUser(db: Queryable, user: NewUser): Promise<boolean> {
  const { name, email, role, password, createdAt, createdBy } = user;
  const { rowCount } = await db.query(
    `insert into users (name, bucket, email, role, password, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $7) on conflict do nothing`,
    [name, hash12(name), email, role, password, iso(createdAt), createdBy],
  );
  return rowCount > 0;
}

/** False when there is none of this name, or not any more. */
export async function changeUser(db: Queryable, name: string, change: UserChange, now: number): Promise<boolean> {
  const { email, role, password, isDisabled } = change;
  const { rowCount } = await db.query(
    `update users u set email = case when $3 then $4 else u.email end, role = coalesce($5, u.role),
        password = coalesce($6, u.password),
        disabled_at = case when $7::boolean is null then u.disabled_at
                           when $7::boolean then coalesce(u.disabled_at, $8::timestamptz) end
      where u.name = $1 and u.bucket = $2 and u.removed_at is null`,
    [name, hash12(name), email !== undefined, email ?? null, role ?? null, password ?? null, isDisabled, iso(now)],
  );
  return rowCount > 0;
}

/** False unless the user may sign in and its password is still the one that was read (`from`). */
export async function setPassword(
  tx: Transaction,
  name: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update users u set password = $4
      where u.name = $1 and u.bucket = $2 and u.password is not distinct from $3
        and u.disabled_at is null and u.removed_at is null`,
    [name, hash12(name), from, to],
  );
  return rowCount > 0;
}

/** Rule 1. False when there is none of this name, or not any more. */
export async function removeUser(db: Queryable, name: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update users u set removed_at = $3::timestamptz, email = null, password = null
      where u.name = $1 and u.bucket = $2 and u.removed_at is null`,
    [name, hash12(name), iso(now)],
  );
  return rowCount > 0;
}

export async function noteSignIn(db: Queryable, name: string, now: number): Promise<void> {
  await db.query('update users u set signed_in_at = $3::timestamptz where u.name = $1 and u.bucket = $2', [
    name,
    hash12(name),
    iso(now),
  ]);
}

/** In the order of their names, without those that were removed. */
export async function listUsers(
  db: Queryable,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<UserRow[]> {
  const { rows } = await db.query<UserRow>(
    `select ${WITH_FACTOR} where u.removed_at is null and ($1::text is null or u.name > $1) order by u.name limit $2`,
    [after ?? null, limit],
  );
  return rows;
}

/** How many users may sign in with this role, not counting the one of this name. */
export async function countOthers(db: Queryable, role: string, except: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from users u
      where u.role = $1 and u.name <> $2 and u.disabled_at is null and u.removed_at is null`,
    [role, except],
  );
  return rows[0]?.count ?? 0;
}

/**
 * The names of the users who may sign in with this role. They stay so until the transaction ends: of two that take the role
 * from a user the second waits, and sees what the first has written. Locked in the order of their names, so that neither
 * waits for the other.
 */
export async function holdAll(tx: Transaction, role: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select u.name from users u
      where u.role = $1 and u.disabled_at is null and u.removed_at is null order by u.name`,
    [role],
  );
  const held: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await tx.query(
      `select 1 from users u
        where u.name = $1 and u.bucket = $2 and u.role = $3 and u.disabled_at is null and u.removed_at is null for update`,
      [name, hash12(name), role],
    );
    if (rowCount > 0) held.push(name);
  }
  return held;
}

/** The name of the user whose identity it is. */
export async function findIdentity(db: Queryable, identity: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    'select i.user_name as name from user_identities i where i.identity = $1 and i.bucket = $2',
    [identity, hash12(identity)],
  );
  return rows[0]?.name ?? null;
}

/** False when it is somebody's already. */
export async function addIdentity(db: Queryable, identity: string, name: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_identities (identity, bucket, user_name, added_at) values ($1, $2, $3, $4::timestamptz)
     on conflict do nothing`,
    [identity, hash12(identity), name, iso(now)],
  );
  return rowCount > 0;
}
