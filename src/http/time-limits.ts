/**
 * How long a connection may take for what, whoever reads it: Node's server or our own reader (wire/).
 */
export const TIME_LIMITS = {
  /** A request that has not arrived whole by then is answered 408. */
  requestWithinMs: 30_000,
  headersWithinMs: 15_000,
  /** Node's own limit is two minutes. */
  handshakeWithinMs: 10_000,
  /** Longer than load balancers keep an idle connection, so that it is they who close it. */
  keepAliveMs: 75_000,
  /** A client that takes none of its answers for so long is gone; longer than any operation takes without a byte. */
  unreadWithinMs: 120_000,
  checkedEveryMs: 5_000,
} as const;
