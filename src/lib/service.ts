/**
 * A part of the gateway that runs: main.ts starts services in order and stops them in reverse.
 */
export interface Service {
  readonly name: string;
  /** Resolves when the service does its work; rejects with a message for the operator when it cannot. */
  start(): Promise<void>;
  /** Finishes what is in hand and lets go of every timer, socket and file. Called once, also after a failed start. */
  stop(): Promise<void>;
}
