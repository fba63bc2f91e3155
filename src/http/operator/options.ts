/**
 * What the routes of the operators work with.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Batches } from '../../engine/batches/batches.ts';
import type { Redeliveries } from '../../engine/callbacks/redeliveries.ts';
import type { Erasures } from '../../engine/data/erasures.ts';
import type { Cancel } from '../../engine/door/accept.ts';
import type { SourceList } from '../../engine/look-ups/source-list.ts';
import type { SessionLife } from '../../engine/masking/session-life.ts';
import type { HintExchange } from '../../engine/nodes/hint-exchange.ts';
import type { CarrierOrders } from '../../engine/sending/carrier-orders.ts';
import type { Check } from '../../lib/checks.ts';
import type { MasterKey } from '../../lib/sealed.ts';
import type { Database } from '../../store/database.ts';
import type { AliasOf } from '../../store/secrets/number-aliases.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { OtherCarriers } from './carrier-shapes.ts';
import type { People } from './people/people.ts';
import type { SandboxReceivers } from './sandbox/kept-receivers.ts';
import type { OperatorSandbox } from './sandbox/sandbox.ts';

/** Names of settings; problems as at a start. */
export type SettingsReload =
  | { readonly kind: 'taken'; readonly changed: readonly string[]; readonly needsRestart: readonly string[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface OperatorOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  /** The id of this node. */
  readonly node: string;
  /** The token of the environment or the data directory, which may do everything (identify.ts). */
  readonly token: string;
  /** Who is let in. */
  readonly people: People;
  /** Seals the keys of accounts. */
  readonly masterKey: MasterKey;
  /** An account, its keys or its senders have been changed: this node reads them again. Absent: in a moment, by itself. */
  readonly accountChanged?: (accountId: string) => void | Promise<void>;
  readonly carriers: readonly Carrier[];
  /** The carriers in the other processes of this gateway; absent: it is one. */
  readonly otherCarriers?: OtherCarriers | undefined;
  readonly orders: Pick<CarrierOrders, 'order'>;
  /** A node that gave no sign of life for longer is shown as silent. */
  readonly leaseMs: number;
  /** Never rejects for what it finds. */
  readonly diagnose: () => Promise<readonly Check[]>;
  /**
   * Reads the settings of this node again, and changes nothing where they cannot be used. The other processes of this
   * gateway do the same.
   */
  readonly reload: () => SettingsReload | Promise<SettingsReload>;
  /** Of new accounts that name none; `*`: all. Empty: each has to name its own. */
  readonly allowedCountries: readonly string[];
  /** What stands for a number that has been erased. */
  readonly aliasOf: AliasOf;
  readonly hints: Pick<HintExchange, 'watch' | 'dropped'>;
  readonly erasures: Pick<Erasures, 'ask'>;
  /** The sources of Phone ID at this node. */
  readonly listSources: () => SourceList;
  /** A set has been imported or removed: look-ups read them again. Absent: in a moment, by themselves. */
  readonly dataSetsChanged?: () => Promise<void>;
  /** Callbacks have been made due: look now. */
  readonly wakeCallbacks: () => void;
  /** Takes a message back. */
  readonly cancel: Cancel;
  /** Pauses a batch, lets it go on, or takes it back. */
  readonly batches: Pick<Batches, 'order'>;
  /** Ends a masked session. */
  readonly sessions: Pick<SessionLife, 'close'>;
  readonly redeliveries: Pick<Redeliveries, 'one' | 'count' | 'order' | 'headersOf'>;
  /** Absent or null: a real carrier is configured. */
  readonly sandbox?: OperatorSandbox | null;
  /** Of callbacks, in the sandbox; absent or null: a real carrier is configured. */
  readonly receivers?: SandboxReceivers | null;
}
