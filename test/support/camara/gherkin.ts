/** Reads a `.feature` file as far as those of test/camara go: a background, scenarios with tags, outlines with examples. */

export interface FeatureScenario {
  /** Its tag, without the `@`; an example of an outline has its first cell behind it. */
  readonly name: string;
  readonly title: string;
  /** Those of the background first, without `Given`, `When`, `Then` and `And`. */
  readonly steps: readonly string[];
}

interface Outline {
  readonly tag: string;
  readonly title: string;
  readonly steps: string[];
  readonly rows: string[][];
}

export function readFeature(text: string): FeatureScenario[] {
  const background: string[] = [];
  const outlines: Outline[] = [];
  let steps = background;
  let tag = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, keyword = '', rest = ''] = /^(@|\||[A-Z][a-z]+(?: Outline)?:?)\s*(.*)$/.exec(line) ?? [];
    if (keyword === '@') {
      tag = rest;
    } else if (keyword === 'Scenario:' || keyword === 'Scenario Outline:') {
      steps = [];
      outlines.push({ tag, title: rest, steps, rows: [] });
    } else if (['Given', 'When', 'Then', 'And', 'But'].includes(keyword)) {
      steps.push(rest.trim());
    } else if (keyword === '|') {
      outlines.at(-1)?.rows.push(cellsOf(line));
    }
  }
  return outlines.flatMap((outline) => examplesOf(outline, background));
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function examplesOf({ tag, title, steps, rows }: Outline, background: readonly string[]): FeatureScenario[] {
  const all = [...background, ...steps];
  const [names, ...examples] = rows;
  if (!names) return [{ name: tag, title, steps: all }];
  return examples.map((cells) => ({
    name: `${tag} ${cells[0]}`,
    title,
    steps: all.map((step) => names.reduce((text, name, at) => text.replaceAll(`<${name}>`, cells[at] ?? ''), step)),
  }));
}
