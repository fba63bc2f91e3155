/**
 * The open connections of a server: how many there are, and that some are let go so that they are made anew elsewhere.
 *
 * 1. One is let go with an answer on which nothing else is under way: whoever sent requests ahead loses none of them.
 */
import type { Server } from 'node:http';
import type { RequestHead } from './client-address.ts';
import type { IsOnly } from './pipelining.ts';

export class OpenConnections {
  private readonly server: Server;
  private readonly isOnly: IsOnly;
  private excess = 0;

  constructor(server: Server, isOnly: IsOnly) {
    this.server = server;
    this.isOnly = isOnly;
  }

  count(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  /** So many, with their next answers; another number takes the place of this one. */
  letGo(count: number): void {
    this.excess = count;
  }

  /** Asked once for each answer. */
  isLetGo({ raw }: { readonly raw: Pick<RequestHead, 'socket'> }): boolean {
    if (this.excess === 0 || !this.isOnly(raw.socket)) return false;
    this.excess -= 1;
    return true;
  }
}
