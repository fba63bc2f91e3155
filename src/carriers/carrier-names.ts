/**
 * What a carrier may be called, and what it was called before: a carrier that was given another name is the same one to
 * receipts, to stored input and to webhooks that still name it as it was.
 */
import { Type } from 'typebox';

const NAME = {
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  allowed: 'a name of 1 to 40 lower-case letters, digits and hyphens',
};

export const CarrierName = Type.String(NAME);

export const FormerNames = Type.Array(Type.String(NAME), {
  default: [],
  maxItems: 20,
  description: 'Names that it had in these settings before: what is still about them is about it.',
});
