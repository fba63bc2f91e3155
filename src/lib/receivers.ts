/** What the sandbox's receivers of callbacks keep, as those read it who show it. */

export interface ReceivedRequest {
  /** From 1; each receiver counts its own. */
  readonly n: number;
  /** RFC 3339. */
  readonly received_on: string;
  readonly method: string;
  /** As they were written. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status that it was answered with. */
  readonly answered: number;
}

export interface ListedReceiver {
  readonly name: string;
  /** Of all requests that came. */
  readonly count: number;
  /** RFC 3339; null: nothing has come. */
  readonly last_on: string | null;
  /** The status that it answers with. */
  readonly answers: number;
}

export interface ReceiverBook {
  /** By their names. */
  list(): ListedReceiver[];
  /** Those after so many, as far as they are kept; newest last. Null: there is no such receiver. */
  requestsAfter(name: string, count: number): readonly ReceivedRequest[] | null;
  /** False: there is no such receiver. */
  answerWith(name: string, status: number): boolean;
}
