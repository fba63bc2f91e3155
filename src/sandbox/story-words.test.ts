import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { simulatedSubscriber } from './phone-stories.ts';
import { callStoryOf, ownerStoryOf, rcsStoryOf, smsStoryOf } from './stories.ts';
import { STORY_WORDS } from './story-words.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const ENDINGS = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(3, '0'));

test('what is said of the stories is what the document says, word by word', () => {
  const document = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| (9\d\d) \| (.*) \|$/gm)].map(([, ending = '', cells = '']) => {
    return { ending, cells: cells.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').split(' | ') };
  });
  // 979 stands in the overview alone; the table of what to rehearse names several numbers in a row.
  assert.deepEqual(
    rows.map(({ ending }) => ending).sort(),
    STORY_WORDS.map(({ ending }) => ending),
  );
  for (const { ending, cells } of rows) {
    const says = STORY_WORDS.find((each) => each.ending === ending)?.says.toLowerCase() ?? '';
    for (const cell of cells) assert.ok(says.includes(cell.toLowerCase()), `${ending}: ${cell} in ${says}`);
  }
});

test('every story is said, and what is said is a story', () => {
  const told = (ending: string) => {
    const number = `4915112345${ending}`;
    const { outcomeOf, ...others } = simulatedSubscriber(number, NOW);
    const outcomes = (['sim_swap', 'contact_match', 'contact_plus', 'call_forward_detection'] as const).map(outcomeOf);
    return JSON.stringify([
      rcsStoryOf(number),
      smsStoryOf(number),
      callStoryOf(number),
      ownerStoryOf(number),
      outcomes,
      others,
    ]);
  };
  const usual = told('100');
  const different = ENDINGS.filter((ending) => told(ending) !== usual);
  // 940 is the usual answer under a number of its own.
  assert.deepEqual(
    [...different, '940'].sort(),
    STORY_WORDS.map(({ ending }) => ending),
  );
});
