/**
 * The plan of a look-up (docs/dry-run.md), as far as it is shown. Pure.
 */
export interface AddOnPlan {
  readonly key: string;
  /** With what it ends before a source is asked. */
  readonly code: number | null;
  /** Each with why it would not answer now. */
  readonly sources: readonly string[];
  /** `3 of 10 used` */
  readonly cap: string | null;
  readonly mostCost: number;
}

export interface LookUpPlan {
  readonly code: number;
  readonly description: string;
  readonly mostCost: number;
  readonly addOns: readonly AddOnPlan[];
}

interface Given {
  readonly code: number;
  readonly description: string;
  readonly most_cost: number;
  readonly addons: Readonly<Record<string, GivenAddOn>>;
}

interface GivenSource {
  readonly source: string;
  readonly reason: string | null;
  readonly from_memory: boolean;
}

interface GivenAddOn {
  readonly code: number | null;
  readonly sources: readonly GivenSource[];
  readonly cap: { readonly most: number; readonly used: number } | null;
  readonly most_cost: number;
}

/** Of an answer to a dry run. */
export function planOf(answer: Readonly<Record<string, unknown>>): LookUpPlan {
  const { code, description, most_cost: mostCost, addons } = answer.plan as Given;
  return {
    code,
    description: description.replace(/\.$/, ''),
    mostCost,
    addOns: Object.entries(addons).map(([key, each]) => ({
      key,
      code: each.code,
      sources: each.sources.map(sourceText),
      cap: each.cap && `${each.cap.used} of ${each.cap.most} used`,
      mostCost: each.most_cost,
    })),
  };
}

function sourceText({ source, reason, from_memory: isKnown }: GivenSource): string {
  if (isKnown) return `${source} (known already)`;
  return reason === null ? source : `${source} (${reason})`;
}
