/**
 * Which add-ons make sense for which type of line (contract section 2, 2804). Pure.
 *
 * 1. The type of the number decides, before any source is asked and whatever sources there are: nothing is spent on a
 *    question that has no answer, and no source can take "I know nothing bad" for one.
 * 2. A type that the numbering plans cannot tell (OTHER: fixed or mobile; INVALID: a range that is newer than they are)
 *    rules nothing out.
 * 3. docs/sources.md has the same table for callers; a test compares them.
 */
import { PHONE_TYPES, type PhoneType } from '../../sources/numbering/numbering.ts';
import type { AddOn } from '../../sources/source.ts';

const { fixedLine, tollFree, voip, pager, premium, personal, voicemail } = PHONE_TYPES;

/** Lines behind which there is no telephone of somebody's. */
const SERVICES = [tollFree, premium, voicemail];

/** The types of line for which an add-on makes no sense. */
export const NOT_APPLICABLE: Readonly<Record<AddOn, readonly PhoneType[]>> = {
  // A service has no age, and no person whose name could match.
  age_verify: SERVICES,
  contact_match: SERVICES,
  // A number leaks whatever it belongs to.
  breached_data: [],
  // These lead elsewhere by their nature, or ring nowhere.
  call_forward_detection: [...SERVICES, personal, pager],
  // Services have an owner with an address; a mailbox's access number has not.
  contact: [voicemail],
  contact_plus: [voicemail],
  number_deactivation: [voicemail],
  porting_history: [voicemail],
  porting_status: [voicemail],
  // Only a mobile line has a SIM.
  sim_swap: [fixedLine, tollFree, voip, pager, premium, personal, voicemail],
  // Prepaid or postpaid, and by whom: contracts of subscribers.
  subscriber_status: [...SERVICES, personal, pager],
};

export function isApplicable(addOn: AddOn, type: PhoneType): boolean {
  return !NOT_APPLICABLE[addOn].some(({ code }) => code === type.code);
}
