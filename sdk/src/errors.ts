/**
 * What goes wrong, as classes: by how a program goes on. `code` is the gateway's own (docs/errors.md lists all), `docs` the
 * page that explains it.
 *
 * 1. Every refusal of the gateway is a `RefusedError`; its class says what kind of one, `code` which one.
 * 2. Where nothing was answered it is a `NoAnswerError`, and whether the gateway did what was asked is not known.
 */

export interface RefusalFacts {
  readonly status: number;
  /** `errors[0].code` where the product names the fault there, else `status.code`; null where the answer was no JSON of the gateway. */
  readonly code: number | null;
  readonly description: string;
  readonly docs: string;
  /** What `Retry-After` said. */
  readonly retryAfterMs: number | null;
  readonly body: unknown;
}

export class TrunklineError extends Error {
  override name = 'TrunklineError';
}

export class RefusedError extends TrunklineError implements RefusalFacts {
  override name = 'RefusedError';
  readonly status: number;
  readonly code: number | null;
  readonly description: string;
  readonly docs: string;
  readonly retryAfterMs: number | null;
  readonly body: unknown;

  constructor(facts: RefusalFacts) {
    super(
      `${facts.description} (HTTP ${facts.status}${facts.code === null ? '' : `, code ${facts.code}`}); see ${facts.docs}`,
    );
    this.status = facts.status;
    this.code = facts.code;
    this.description = facts.description;
    this.docs = facts.docs;
    this.retryAfterMs = facts.retryAfterMs;
    this.body = facts.body;
  }
}

/** A field is missing or wrong; the description names it. */
export class InvalidRequestError extends RefusedError {
  override name = 'InvalidRequestError';
}

/** Not with these credentials: unknown, wrong, suspended, or without this product. */
export class NotAuthorizedError extends RefusedError {
  override name = 'NotAuthorizedError';
}

/** There is no such thing, or it is kept no longer. */
export class NotFoundError extends RefusedError {
  override name = 'NotFoundError';
}

/** Not as things stand: it has ended, it exists already, or the same request is being worked on. */
export class ConflictError extends RefusedError {
  override name = 'ConflictError';
}

/** Too much at once. It was tried again as often as the client may; `retryAfterMs` says when it may go on. */
export class RateLimitError extends RefusedError {
  override name = 'RateLimitError';
}

/** The gateway cannot now. */
export class UnavailableError extends RefusedError {
  override name = 'UnavailableError';
}

/** Rule 2. */
export class NoAnswerError extends TrunklineError {
  override name = 'NoAnswerError';
}

/** A `NoAnswerError` because the time was over. */
export class TimedOutError extends NoAnswerError {
  override name = 'TimedOutError';
}

/** A callback that nobody who has the secret has signed, or an old one. */
export class SignatureError extends TrunklineError {
  override name = 'SignatureError';
}

export function refusalOf(facts: RefusalFacts): RefusedError {
  const { status } = facts;
  if (status === 401 || status === 403) return new NotAuthorizedError(facts);
  if (status === 404 || status === 410) return new NotFoundError(facts);
  if (status === 409) return new ConflictError(facts);
  if (status === 429) return new RateLimitError(facts);
  return status >= 500 ? new UnavailableError(facts) : new InvalidRequestError(facts);
}
