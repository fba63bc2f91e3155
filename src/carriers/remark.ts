/**
 * What a diagnosis says of the settings of a carrier, which can be used all the same.
 */

export interface Remark {
  readonly says: string;
  /** What to do about it. */
  readonly todo: string;
}
