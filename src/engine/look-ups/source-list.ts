/**
 * The sources of Phone ID, as operators see them.
 */
import type { SourceHealth } from './guarded-source.ts';

/** A source with what its settings say of it. */
export interface ListedSource extends SourceHealth {
  readonly kind: string;
  readonly prefixes: readonly string[];
  readonly countries: readonly string[];
}

export interface SourceList {
  /** Since when the figures count. */
  readonly since: number;
  /** They are made up: no other is configured. */
  readonly areSimulated: boolean;
  readonly sources: readonly ListedSource[];
}
