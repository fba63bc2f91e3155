/**
 * A request that the gateway refused, or did not answer. Pure.
 */
import { faultIn } from '../../sdk/src/fault.ts';

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The code of the answer, or null. */
  readonly code: number | null;

  constructor(status: number, code: number | null, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }

  /** Nobody is signed in any more. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** The same request may be answered in a moment. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export const NO_ANSWER = 'The gateway does not answer. Is it running, and can this machine reach it?';

/** `body`: what came with the status, whatever it is. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const { code, description } = faultIn(body);
  return new ApiFailure(status, code, description ?? `The gateway answered with status ${status}.`);
}
