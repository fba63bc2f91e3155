/**
 * Customer IDs: each request names its account by one. A colon would end the ID in a header.
 */
export const CUSTOMER_ID = /^[A-Za-z0-9._-]{4,64}$/;
export const CUSTOMER_ID_ALLOWED = '4 to 64 letters, digits, hyphens, dots and underscores';

/** A new one in the form that the wire format's have: a UUID in capitals. */
export function customerId(randomBytes: (size: number) => Buffer): string {
  const hex = randomBytes(16).toString('hex').toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
