/**
 * The form of a look-up: a number, and what is asked of it. Pure.
 */
import {
  EXTERNAL_ID,
  type FormField,
  type FormGroup,
  LIFECYCLE_EVENT,
  line,
  number,
  ORIGINATING_IP,
  phoneNumber,
  time,
  type Values,
} from './form-field.ts';

interface AddOn {
  readonly label: string;
  readonly fields?: (at: string) => readonly FormField[];
}

const ADD_ONS: Readonly<Record<string, AddOn>> = {
  sim_swap: { label: 'SIM swap' },
  porting_status: { label: 'Porting status' },
  porting_history: {
    label: 'Porting history',
    fields: (at) => [number(`${at}.past_x_days`, 'Days', { hint: '1 to 90.' })],
  },
  subscriber_status: { label: 'Subscriber status' },
  call_forward_detection: { label: 'Call forwarding' },
  number_deactivation: {
    label: 'Deactivation',
    fields: (at) => [time(`${at}.last_verified`, 'Last verified')],
  },
  breached_data: { label: 'Breaches' },
  contact: { label: 'Contact' },
  contact_match: { label: 'Contact match', fields: contactFields },
  contact_plus: {
    label: 'Contact plus',
    fields: (at) => [line(`${at}.billing_postal_code`, 'Postal code of the bill')],
  },
  age_verify: { label: 'Age' },
};

export function lookUpGroups(values: Values): readonly FormGroup[] {
  const names = Object.keys(ADD_ONS);
  const details = names.flatMap((name): readonly FormGroup[] => {
    const { label = '', fields } = ADD_ONS[name] ?? {};
    if (!fields || !values[`addons.${name}`]) return [];
    return [{ title: label, level: 1, fields: fields(`addons.${name}`) }];
  });
  return [
    { title: 'Number', fields: [phoneNumber('phone_number')] },
    {
      title: 'What is asked of it',
      fields: names.map((name) => ({ path: `addons.${name}`, label: ADD_ONS[name]?.label ?? name, kind: 'object' })),
    },
    ...details,
    {
      title: 'Consent',
      isMore: !values['addons.call_forward_detection'],
      fields: [
        line('consent.method', 'How the person agreed', {
          hint: 'Call forwarding needs it. Kept in the ledger of consents.',
        }),
        time('consent.timestamp', 'When'),
      ],
    },
    { title: 'More', isMore: true, fields: [EXTERNAL_ID, LIFECYCLE_EVENT, ORIGINATING_IP] },
  ];
}

function contactFields(at: string): readonly FormField[] {
  return [
    line(`${at}.first_name`, 'First name'),
    line(`${at}.last_name`, 'Last name'),
    line(`${at}.address`, 'Street and number'),
    line(`${at}.postal_code`, 'Postal code'),
    line(`${at}.city`, 'City'),
    line(`${at}.state`, 'State'),
    line(`${at}.country`, 'Country', { placeholder: 'DE' }),
    line(`${at}.date_of_birth`, 'Born on', { placeholder: '1985-03-27' }),
  ];
}
