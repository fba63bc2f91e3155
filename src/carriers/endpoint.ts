/**
 * Where something of a carrier listens, and how it is spoken to: what a diagnosis may connect to.
 */

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly serverName?: string; readonly ca?: Buffer; readonly verify: boolean } | null;
}
