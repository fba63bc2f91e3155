/** JSON from outside, of which nothing is known yet. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that the bytes say in JSON, or null when they say anything else. Never throws. */
export function parseJsonObject(bytes: Uint8Array): JsonObject | null {
  try {
    return asJsonObject(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')));
  } catch {
    return null;
  }
}

/** The value when it is an object (not an array), else null. */
export function asJsonObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The value that the bytes say in JSON; undefined when they say nothing. Never throws. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** As bodies name a thing that is called so here: `sendAt` is `send_at`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
