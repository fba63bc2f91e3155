/**
 * The last results, kept in bench/README.md: one block for each section, with when, on what and by which command.
 *
 * 1. A run replaces the blocks of the sections that it ran; the others stay as they were.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderSection, type SectionResult } from './table.ts';

const HEADING = '## Last results\n';

/** `how`: date, machine and command, as one line. */
export function keepResults(results: readonly SectionResult[], how: string): void {
  const file = new URL('../README.md', import.meta.url);
  writeFileSync(file, withResults(readFileSync(file, 'utf8'), results, how));
}

/** Pure. */
export function withResults(text: string, results: readonly SectionResult[], how: string): string {
  const at = text.indexOf(HEADING);
  if (at < 0) throw new Error('bench/README.md has no heading "Last results"');
  const begin = at + HEADING.length;
  const [inside = '', ...after] = text.slice(begin).split(/^(?=## )/m);
  const [intro = '', ...blocks] = inside.split(/^(?=### )/m);
  for (const result of results) {
    const block = `${renderSection(result)}\n${how}\n`;
    const place = blocks.findIndex((each) => each.startsWith(`### ${result.title}\n`));
    if (place < 0) blocks.push(block);
    else blocks[place] = block;
  }
  const parts = [intro, ...blocks, ...after].map((part) => part.trim()).filter((part) => part !== '');
  return `${text.slice(0, begin)}\n${parts.join('\n\n')}\n`;
}
