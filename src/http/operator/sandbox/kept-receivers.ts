/**
 * What the operators' routes need of the sandbox's receivers of callbacks.
 */
import type { ReceiverBook } from '../../../lib/receivers.ts';

export interface SandboxReceivers {
  readonly kept: ReceiverBook;
  /** Where callbacks find one. */
  urlOf(name: string): string;
}
