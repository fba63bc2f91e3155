/**
 * Master keys for tests.
 */
import type { SealingKey } from '../../src/lib/sealed.ts';

export function testKey(fill: number): SealingKey {
  return { bytes: Buffer.alloc(32, fill), binds: true };
}

/** Of a release whose keys did not bind what they seal to its row. */
export function formerKey(fill: number): SealingKey {
  return { bytes: Buffer.alloc(32, fill), binds: false };
}
