/** Figures as a table of Markdown, as it stands in bench/README.md. Pure. */
import type { Figure } from './section.ts';

export interface SectionResult {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** With its title as a heading. */
export function renderSection({ title, figures }: SectionResult): string {
  return [`### ${title}`, '', ...rows(figures), ''].join('\n');
}

function rows(figures: readonly Figure[]): string[] {
  const cells = [
    ['Figure', 'Measured', 'Target', ''],
    ...figures.map(({ what, value, target = '', met }) => [
      what,
      value,
      target,
      met === undefined ? '' : met ? 'met' : 'missed',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}
