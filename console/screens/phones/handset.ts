/**
 * Handsets as the API shows them, by the names that these screens use.
 */
import type { Schema } from '../../api/client.ts';

export type ListedHandset = Schema<'HandsetsInHand'>['handsets'][number];
export type Handset = Schema<'HandsetInHand'>;
export type Message = Handset['messages'][number];
export type SentThing = Handset['sent'][number];
export type Call = Handset['calls'][number];

export interface Story {
  readonly ending: string;
  readonly about: string;
  readonly says: string;
}
