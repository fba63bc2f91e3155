/**
 * States and provinces by their usual codes, where people write either. Pure.
 */

const US =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming';
const CA =
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon';
const AU =
  'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia';
const DE =
  'BW Baden-Württemberg|BY Bayern|BE Berlin|BB Brandenburg|HB Bremen|HH Hamburg|HE Hessen|MV Mecklenburg-Vorpommern|NI Niedersachsen|NW Nordrhein-Westfalen|NRW Nordrhein-Westfalen|RP Rheinland-Pfalz|SL Saarland|SN Sachsen|ST Sachsen-Anhalt|SH Schleswig-Holstein|TH Thüringen';

const NAMES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({ US, CA, AU, DE }).map(([country, list]) => [
    country,
    new Map(list.split('|').map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)])),
  ]),
);

/** The name behind a code of that country; what is no code comes back as it is. `country`: ISO 3166 alpha-2. */
export function regionName(text: string, country: string): string {
  return NAMES.get(country)?.get(text.toUpperCase().replace(/[^A-Z]/g, '')) ?? text;
}
