/** A new Customer ID in the form that the wire format's have: a UUID in capitals. */
export function customerId(randomBytes: (size: number) => Buffer): string {
  const hex = randomBytes(16).toString('hex').toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
