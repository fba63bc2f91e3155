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

/** The same content with values in its places, each time that it is called. */
export type Filler = (put: (name: string) => string) => unknown;

/** What is filled many times is looked through once. Null: it has no places, and stays as it is. */
export function fillerOf(content: unknown): Filler | null {
  if (typeof content === 'string') return textFiller(content);
  if (typeof content !== 'object' || content === null) return null;
  const places = Object.entries(content).flatMap(([name, each]): [string, Filler][] => {
    const filler = fillerOf(each);
    return filler ? [[name, filler]] : [];
  });
  if (places.length === 0) return null;
  if (Array.isArray(content)) {
    const fillers = new Map(places);
    return (put) => content.map((each: unknown, index) => fillers.get(String(index))?.(put) ?? each);
  }
  return (put) => {
    const filled: Record<string, unknown> = { ...content };
    // Each is a property of its own by now, `__proto__` as well.
    for (const [name, filler] of places) filled[name] = filler(put);
    return filled;
  };
}

function textFiller(text: string): Filler | null {
  // What the names stand between, and the names.
  const pieces = text.split(PLACEHOLDER);
  if (pieces.length === 1) return null;
  return (put) => pieces.reduce((filled, piece, index) => filled + (index % 2 === 0 ? piece : put(piece)), '');
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
