/**
 * The status codes of an add-on (service.md, Errors), with their texts. Pure.
 */
export const ADD_ON_CODE = {
  completed: 2800,
  unknownAddOn: 2801,
  unavailable: 2802,
  notCovered: 2803,
  notApplicable: 2804,
  nothing: 2805,
  notEnabled: 2806,
  valueInvalid: 2807,
  valueMissing: 2808,
  postalCodeDiffers: 2809,
  unusable: 2810,
  timedOut: 2811,
  capReached: 2812,
} as const;

export type AddOnCode = (typeof ADD_ON_CODE)[keyof typeof ADD_ON_CODE];

/** `{add_on}`: the key that the caller used; `{name}`: the parameter. */
const TEXTS: Readonly<Record<AddOnCode, string>> = {
  2800: 'Request successfully completed.',
  2801: 'Invalid request add-ons parameter: {name}.',
  2802: '{add_on} add-on is temporarily unavailable.',
  2803: 'Phone number is outside the coverage of the {add_on} add-on.',
  2804: 'Phone number is not applicable in the {add_on} add-on.',
  2805: 'No information from the {add_on} add-on for the phone number.',
  2806: '{add_on} add-on is not enabled.',
  2807: 'Some submitted parameters are not valid: {name}.',
  2808: 'Invalid request: {name} parameter is missing or empty.',
  2809: 'Billing postal code does not match the {add_on} add-on information for the phone number.',
  2810: 'Request processing failed during data collection.',
  2811: 'Request processing timed out.',
  2812: '{add_on} add-on exceeded its transaction hard cap. Request denied.',
};

/** Every code of an add-on with its text. */
export const ADD_ON_CODES: ReadonlyArray<{ readonly code: number; readonly text: string }> = Object.entries(TEXTS).map(
  ([code, text]) => ({ code: Number(code), text }),
);

/** Those that leave the look-up as a whole incomplete: 301. */
export const INCOMPLETE: ReadonlySet<AddOnCode> = new Set([
  ADD_ON_CODE.unavailable,
  ADD_ON_CODE.unusable,
  ADD_ON_CODE.timedOut,
]);

export function describeAddOnCode(code: AddOnCode, addOn: string, name = ''): string {
  const text = TEXTS[code];
  return text.includes('{') ? text.replaceAll('{add_on}', addOn).replaceAll('{name}', name) : text;
}
