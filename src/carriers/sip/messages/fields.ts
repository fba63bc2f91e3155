/**
 * A SIP message as its parts, whether or not it can be used. Types only.
 */

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

export interface SipRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

export interface SipResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

export type SipMessage = SipRequest | SipResponse;
