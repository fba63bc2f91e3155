/**
 * What a number does, in words for a list. Pure.
 */
import type { Story } from './handset.ts';

export const ABOUT: ReadonlyArray<{ readonly about: Story['about']; readonly label: string }> = [
  { about: 'messages', label: 'Messages that do not arrive, or not at once' },
  { about: 'people', label: 'People who answer by themselves' },
  { about: 'telephones', label: 'Telephones' },
  { about: 'identity', label: 'What is known of a number' },
  { about: 'everything', label: 'Everything' },
];

/** Those whose words have each of the asked ones. */
export function storiesLike(stories: readonly Story[], asked: string): readonly Story[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  return stories.filter(({ ending, says }) => {
    const text = `${ending} ${says}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
