/**
 * Numbering plans, asked directly: which country a number belongs to, of what type it is and how long it may be. Pure.
 *
 * 1. The tables are those of the library, and so are the answers. It makes its patterns and tables anew for each question;
 *    here they are made once for each country, and an answer takes a tenth of the time.
 * 2. Where something in front could be a trunk prefix, and for codes that belong to no country, the library is to be
 *    asked (`readPlainly` says null).
 * 3. Of several countries behind one code (+1, +7, +44) a number belongs to the first whose leading digits it has, or, of
 *    those without leading digits, whose plan has it. A number that belongs to none is judged by the first.
 */
import { type CountryCode, Metadata, type NumberingPlan, type NumberType } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

export type KnownType = NonNullable<NumberType>;

export interface PlainNumber {
  readonly countryCode: string;
  readonly national: string;
  /** ISO 3166 alpha-2; null when several countries have the code, and the number belongs to none of them (rule 3). */
  readonly country: string | null;
  /** What the number is judged by. */
  readonly plan: CountryPlan;
}

export interface CountryPlan {
  readonly country: CountryCode;
  /** Digits of national numbers. */
  readonly lengths: readonly number[];
  /** Undefined for a national number that the plan does not have. */
  typeOf(national: string): KnownType | undefined;
}

/** The countries behind a code, the largest first. */
export function countriesOf(code: string): readonly CountryCode[] {
  return countriesByCode[code] ?? NONE;
}

/** `digits`: with country code, no `+`. Null where the library has to be asked (rule 2), and for what is no number. */
export function readPlainly(digits: string): PlainNumber | null {
  const code = plansOf(codeOf(digits));
  if (code === null) return null;
  const { countryCode } = code;
  const national = digits.slice(countryCode.length);
  if (national.length < SHORTEST_NATIONAL || national.length > LONGEST_NATIONAL) return null;
  if (code.trunkPrefix?.test(national)) return null;
  const found = code.isOne ? code.first : code.plans.find((plan) => plan.owns(national));
  return { countryCode, national, country: found?.country ?? null, plan: found ?? code.first };
}

const SHORTEST_NATIONAL = 2;
const LONGEST_NATIONAL = 17;
const LONGEST_CODE = 3;
const NONE: readonly CountryCode[] = [];

const countriesByCode: Readonly<Record<string, readonly CountryCode[] | undefined>> = metadata.country_calling_codes;

/**
 * The first digits, as far as they are a code, or all that one may have when none is: no code begins another, and none
 * begins with 0. As a number: a text that is cut out is interned when something is looked up by it, which takes longer
 * than all the rest.
 */
function codeOf(digits: string): number {
  let code = 0;
  for (let index = 0; index < LONGEST_CODE; index += 1) {
    code = code * 10 + digits.charCodeAt(index) - ZERO;
    if (code === 0 || countriesByCode[code]) break;
  }
  return code;
}

const ZERO = '0'.charCodeAt(0);

/** What the tables have of a code. */
interface CodePlans {
  readonly countryCode: string;
  readonly first: Plan;
  readonly isOne: boolean;
  readonly plans: readonly Plan[];
  /** That of the first country, which the library takes for all. */
  readonly trunkPrefix: RegExp | null;
}

const known = new Map<number, CodePlans | null>();

function plansOf(code: number): CodePlans | null {
  let plans = known.get(code);
  if (plans === undefined) {
    plans = readPlans(String(code));
    known.set(code, plans);
  }
  return plans;
}

function readPlans(countryCode: string): CodePlans | null {
  const plans = countriesOf(countryCode).flatMap((country) => readPlan(country) ?? []);
  const [first] = plans;
  return first ? { countryCode, first, isOne: plans.length === 1, plans, trunkPrefix: first.trunkPrefix } : null;
}

/** The library's types leave these methods out. */
interface Table extends NumberingPlan {
  nationalPrefixForParsing(): string | undefined;
  leadingDigits(): string | undefined;
  nationalNumberPattern(): string;
  type(name: string): TypeTable | undefined;
}

interface TypeTable {
  pattern(): string;
  possibleLengths(): readonly number[] | undefined;
}

function readPlan(country: CountryCode): Plan | null {
  const tables = new Metadata();
  tables.selectNumberingPlan(country);
  const table = tables.numberingPlan as Table | undefined;
  return table ? new Plan(country, table) : null;
}

/** In the order in which the library looks at them; a landline comes before all. */
const OTHER_TYPES = [
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const satisfies readonly KnownType[];

interface TypePattern {
  readonly type: KnownType;
  readonly pattern: RegExp;
  readonly lengths: readonly number[] | undefined;
}

class Plan implements CountryPlan {
  readonly country: CountryCode;
  readonly lengths: readonly number[];
  readonly trunkPrefix: RegExp | null;
  private readonly leading: RegExp | null;
  private readonly whole: RegExp;
  private readonly fixedLine: TypePattern | null;
  private readonly mobile: TypePattern | null;
  private readonly others: readonly TypePattern[];
  /** The pattern of mobiles is left out, or empty, where it is that of landlines. */
  private readonly servesBoth: boolean;

  constructor(country: CountryCode, table: Table) {
    const prefix = table.nationalPrefixForParsing();
    const leading = table.leadingDigits();
    this.country = country;
    this.lengths = table.possibleLengths();
    this.trunkPrefix = prefix ? new RegExp(`^(?:${prefix})`) : null;
    this.leading = leading ? new RegExp(`^(?:${leading})`) : null;
    this.whole = entirely(table.nationalNumberPattern());
    this.fixedLine = patternOf(table, 'FIXED_LINE');
    this.others = OTHER_TYPES.flatMap((type) => patternOf(table, type) ?? []);
    this.mobile = this.others.find(({ type }) => type === 'MOBILE') ?? null;
    const mobile = table.type('MOBILE');
    this.servesBoth = mobile === undefined || mobile.pattern() === '';
  }

  typeOf(national: string): KnownType | undefined {
    if (!this.whole.test(national)) return undefined;
    if (this.fixedLine && isOf(this.fixedLine, national)) {
      const isMobile = this.servesBoth || (this.mobile !== null && isOf(this.mobile, national));
      return isMobile ? 'FIXED_LINE_OR_MOBILE' : 'FIXED_LINE';
    }
    return this.others.find((each) => isOf(each, national))?.type;
  }

  /** Rule 3. */
  owns(national: string): boolean {
    return this.leading ? this.leading.test(national) : this.typeOf(national) !== undefined;
  }
}

function patternOf(table: Table, type: KnownType): TypePattern | null {
  const found = table.type(type);
  const pattern = found?.pattern();
  return found && pattern ? { type, pattern: entirely(pattern), lengths: found.possibleLengths() } : null;
}

function isOf({ pattern, lengths }: TypePattern, national: string): boolean {
  return (lengths === undefined || lengths.includes(national.length)) && pattern.test(national);
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
