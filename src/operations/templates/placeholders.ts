/**
 * Places for values in the content of an account's template: `{{1}}`, `{{name}}`. Pure.
 *
 * 1. A name has letters, digits and underscores, at most 40. Anything else between braces is text.
 * 2. `{{}}` has its number: the first is 1. Whoever numbers them numbers all of them.
 * 3. What is put in is not looked through again.
 */

const PLACEHOLDER = /\{\{ {0,3}([A-Za-z0-9_]{1,40}) {0,3}\}\}/g;

/** A text in the content, under the name of its field. */
type Change = (text: string, field: string) => string;

/** The same content, each of its texts changed. */
export function changeTexts(content: unknown, change: Change, field = ''): unknown {
  if (typeof content === 'string') return change(content, field);
  if (Array.isArray(content)) return content.map((each: unknown) => changeTexts(each, change, field));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([name, each]) => [name, changeTexts(each, change, name)]));
}

/** Whether anything in it stands under more than `most` lists and objects: the other functions go down as deep as it is. */
export function isDeeperThan(content: unknown, most: number): boolean {
  if (typeof content !== 'object' || content === null) return false;
  return most === 0 || Object.values(content).some((each) => isDeeperThan(each, most - 1));
}

export function fillText(text: string, put: (name: string) => string): string {
  return text.includes('{{') ? text.replace(PLACEHOLDER, (_, name: string) => put(name)) : text;
}

/** Each name once, in the order in which they come. */
export function placeholdersOf(content: unknown): string[] {
  const names = new Set<string>();
  changeTexts(content, (text) =>
    fillText(text, (name) => {
      names.add(name);
      return '';
    }),
  );
  return [...names];
}

const EMPTY = /\{\{ {0,3}\}\}/g;

/** Rule 2: null when only some are numbered. */
export function numberPlaceholders(content: unknown): unknown {
  let last = 0;
  const numbered = changeTexts(content, (text) =>
    text.replace(EMPTY, () => {
      last += 1;
      return `{{${last}}}`;
    }),
  );
  if (last === 0) return content;
  return placeholdersOf(content).length === 0 ? numbered : null;
}
