/**
 * The wish that the settings are read again, which SIGHUP brings. One that comes while the process still loads what can do
 * so is kept until it can: without a handler, the system ends a process that gets SIGHUP.
 */
export class ReloadWish {
  private run: (() => void) | null = null;
  private isKept = false;

  wish(): void {
    if (this.run) this.run();
    else this.isKept = true;
  }

  /** `run` reads them, now if that is wished, and whenever it is from now on. */
  follow(run: () => void): void {
    this.run = run;
    if (this.isKept) run();
    this.isKept = false;
  }
}
