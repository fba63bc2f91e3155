/**
 * What would be asked for the add-ons of a look-up, and what they can cost at most. No source is asked, and no cap is used.
 *
 * 1. The codes that need no source come from the functions that decide them when the add-on is answered (answer.ts). What
 *    a source would say nobody knows.
 * 2. The cost is that of all sources of an add-on, as if each had to be asked: the first one may know enough.
 */
import type { Account } from '../../store/accounts/account.ts';
import { type AnswerOptions, type AskedAddOn, standingOf } from './answer.ts';
import type { CapView } from './caps.ts';
import { ADD_ON_CODE, type AddOnCode } from './codes.ts';
import type { SourceView } from './guarded-source.ts';

export interface AddOnPreview {
  readonly key: string;
  /** With what it would end before any source is asked; null: the sources decide. */
  readonly code: AddOnCode | null;
  /** The parameter that is wrong, when one is. */
  readonly name: string;
  readonly sources: readonly SourceView[];
  /** Asked before them in which network the number is. */
  readonly asksWhere: readonly SourceView[];
  /** Null where there is none. */
  readonly cap: CapView | null;
  /** Rule 2. */
  readonly mostCost: number;
}

/** In the order of `asked`. Rejects only with StoreDown. */
export type PreviewAddOns = (account: Account, asked: readonly AskedAddOn[]) => Promise<AddOnPreview[]>;

export function createPreviewAddOns(options: Pick<AnswerOptions, 'sourcesOf' | 'caps'>): PreviewAddOns {
  return (account, asked) => Promise.all(asked.map((each) => previewOne(options, account, each)));
}

async function previewOne(
  options: Pick<AnswerOptions, 'sourcesOf' | 'caps'>,
  account: Account,
  { key, asked }: AskedAddOn,
): Promise<AddOnPreview> {
  if (asked.kind === 'settled') {
    return { key, code: asked.code, name: asked.name, sources: [], asksWhere: [], cap: null, mostCost: 0 };
  }
  const { question } = asked;
  const standing = standingOf(options, account, question);
  const cap = await options.caps.look(account, question.addOn);
  const code = codeBefore(standing.isForLine, standing.sources.length > 0, cap);
  const isAsked = code === null;
  const sources = isAsked ? standing.sources.map((source) => source.look(question)) : [];
  const asksWhere = isAsked ? standing.asksWhere.map((source) => source.look(standing.where)) : [];
  return { key, code, name: '', sources, asksWhere, cap, mostCost: sumOf([...sources, ...asksWhere]) };
}

function codeBefore(isForLine: boolean, isCovered: boolean, cap: CapView | null): AddOnCode | null {
  if (isForLine && !isCovered) return ADD_ON_CODE.notCovered;
  if (cap !== null && cap.used >= cap.most) return ADD_ON_CODE.capReached;
  return isForLine ? null : ADD_ON_CODE.notApplicable;
}

function sumOf(views: readonly SourceView[]): number {
  return Math.round(views.reduce((sum, { cost }) => sum + cost, 0) * 1e6) / 1e6;
}
