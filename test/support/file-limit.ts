/**
 * Ends a test file that has not ended by itself. scripts/test.mjs loads it into each, and says after how long in
 * TRUNKLINE_TEST_FILE_ENDS_WITHIN_MS.
 *
 * 1. Not left to the runner: what it calls a limit is one of a file on Node 20 and one of each test on Node 26, and there
 *    what a test waits for at its end has none at all.
 * 2. Where nothing else is left to do, the file ends before that.
 */
const limitMs = Number(process.env.TRUNKLINE_TEST_FILE_ENDS_WITHIN_MS);

if (process.env.NODE_TEST_CONTEXT !== undefined && limitMs > 0) {
  setTimeout(() => {
    process.stderr.write(`${process.argv[1]} has not ended within ${limitMs} ms\n`);
    process.exit(1);
  }, limitMs).unref();
}
