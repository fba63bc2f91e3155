/**
 * What simulated sources know of a number: its last three digits choose the story (docs/sandbox.md). Pure.
 *
 * 1. Every number without a story is well known: ported once, not breached, not forwarded, its SIM not swapped lately,
 *    deactivated long ago, with a contact.
 */
import { DAY_MS } from '../lib/durations.ts';
import type { SimulatedOutcome, SimulatedPerson, SimulatedSubscriber } from '../sources/simulated-subscriber.ts';
import type { AddOn, Network, Port } from '../sources/source.ts';

const ANNA: SimulatedPerson = {
  givenName: 'Anna',
  familyName: 'Schmidt',
  address: 'Hauptstraße 1',
  locality: 'Berlin',
  region: 'Berlin',
  postalCode: '10115',
  country: 'DE',
  birthdate: '1985-03-27',
  email: 'anna.schmidt@example.com',
  idDocument: 'L01X00T47',
};

const JOERG: SimulatedPerson = {
  givenName: 'Jörg Käthe',
  familyName: 'Müller-Lüdenscheidt',
  address: 'Königstraße 27 b',
  locality: 'Köln',
  region: 'Nordrhein-Westfalen',
  postalCode: '50667',
  country: 'DE',
  birthdate: '1962-11-05',
  email: 'joerg@example.com',
  idDocument: 'T22000129',
};

const FIRST: Network = { name: 'Example Mobile', mcc: '262', mnc: '02' };
const SECOND: Network = { name: 'Sample Telecom', mcc: '262', mnc: '03' };

/** 940 is 2800, 941 is 2801 and so on; those that are not here are answered as usual. */
const OUTCOMES: Readonly<Record<string, SimulatedOutcome>> = {
  '942': 'down',
  '943': 'not_covered',
  '944': 'not_applicable',
  '945': 'nothing',
  '947': 'refuses_input',
  '950': 'unusable',
  '951': 'hangs',
  '961': 'over_quota',
  '962': 'overloaded',
  '963': 'not_offered',
  '964': 'wants_document',
};

export function simulatedSubscriber(number: string, now: number): SimulatedSubscriber {
  const ending = number.slice(-3);
  const portedOnce: Port = { portedAt: now - 400 * DAY_MS, from: FIRST, to: SECOND };
  const portedTwice: Port = { portedAt: now - 20 * DAY_MS, from: SECOND, to: FIRST };
  const ports = ending === '953' ? [portedTwice, portedOnce] : [portedOnce];
  const current = ports[0]?.to ?? FIRST;
  const person = ending === '958' ? JOERG : ANNA;
  return {
    outcomeOf: (addOn) => outcomeOf(ending, addOn),
    person: ending === '949' ? { ...person, postalCode: '99999' } : person,
    simSwappedAt: ending === '952' ? startOfToday(now) : null,
    forwards: ending === '954' ? ['busy'] : [],
    contract: ending === '957' ? 'PAYG' : 'PAYM',
    subscribedAt: ending === '957' ? now - 40 * DAY_MS : now - 1_500 * DAY_MS,
    deactivatedAt: ending === '955' ? now - 30 * DAY_MS : now - 2_000 * DAY_MS,
    carrier: { name: current.name ?? '', mcc: current.mcc ?? '', mnc: current.mnc ?? '' },
    ports,
    breaches:
      ending === '956'
        ? [{ name: 'Example', date: '2021-04-03', data: ['Phone numbers', 'Names', 'Email addresses'] }]
        : [],
  };
}

function outcomeOf(ending: string, addOn: AddOn): SimulatedOutcome {
  if (ending === '960') return addOn === 'sim_swap' ? 'hangs' : 'answers';
  return OUTCOMES[ending] ?? 'answers';
}

/** Some time today that has passed, in UTC. */
function startOfToday(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS;
}
