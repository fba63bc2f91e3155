/**
 * What stands behind the # of an invite's address. Pure.
 */

/** For whom it was made, as the gateway writes it: before the point, as base64url. Null: it is none. */
export function invitedName(secret: string): string | null {
  const [, name] = /^([\w-]+)\.[\w-]+$/.exec(secret) ?? [];
  if (name === undefined) return null;
  try {
    return atob(name.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}
