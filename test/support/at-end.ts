/**
 * What a test has started ends in the reverse order: what was built on something ends before it. The runner's own hooks
 * run in the order in which they were added, so that an engine on a database that was made first would lose it.
 */
import type { TestContext } from 'node:test';

type End = () => unknown;

const ends = new WeakMap<TestContext, End[]>();

/** What was added last ends first. One that fails keeps nothing else from ending. */
export function atEnd(t: TestContext, end: End): void {
  const before = ends.get(t);
  if (before) {
    before.push(end);
    return;
  }
  const all = [end];
  ends.set(t, all);
  t.after(async () => {
    const errors: unknown[] = [];
    for (const each of all.reverse()) {
      try {
        await each();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'what a test had started did not end well');
  });
}
