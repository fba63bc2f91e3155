/**
 * How values go to PostgreSQL: bytes as they are, everything else as a text that the server reads.
 */

/** As the driver writes it. */
export type Parameter = string | Buffer | null;

export function asParameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(asElement).join(',')}}`;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function asElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `{${value.map(asElement).join(',')}}`;
  const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(asParameter(value));
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
