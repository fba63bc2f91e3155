/** The database of a test run as a process: says its address, and stops when its standard input ends. */
import { startTestServer } from './postgres.ts';

const server = await startTestServer();
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
process.stdin.once('end', () => {
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
