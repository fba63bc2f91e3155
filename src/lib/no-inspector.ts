/**
 * SIGUSR1 would open Node's inspector, which lets whoever connects to it run code in the process. A handler of our own
 * takes its place, on every Node; `--disable-sigusr1` is not known to all that we run on.
 */
export function keepInspectorShut(): void {
  process.on('SIGUSR1', () => undefined);
}
