/**
 * Reads the texts of a message: how long each may be on its channel. Pure.
 */
import type { Content, RcsText, Suggestion } from '../../carriers/carrier.ts';
import { partsOfText } from '../outgoing.ts';
import { type Fields, invalid, textOf } from './fields.ts';

export interface ContentLimits {
  /** Into how many parts a text goes at best, over the carriers that may take it. */
  readonly countSmsParts: (text: string) => number;
}

/** RBM takes no longer text. */
export const LONGEST_RCS_TEXT = 3072;
const MOST_SMS_PARTS = 10;

export function rcsText(fields: Fields, ...suggestions: readonly Suggestion[]): RcsText {
  const text = textOf(fields, 'text', LONGEST_RCS_TEXT);
  return { type: 'rcs_text', text, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

export function smsText(fields: Fields, limits: ContentLimits): Content {
  const text = textOf(fields, 'text');
  if (partsOfText(text, limits.countSmsParts) > MOST_SMS_PARTS) {
    throw invalid(fields, 'text', `a text that fits into ${MOST_SMS_PARTS} parts`);
  }
  return { type: 'sms_text', text };
}
