/**
 * Shows on standard error how far a long work is: a bar on a terminal, a line now and then elsewhere.
 */
export interface Measured {
  readonly size: number;
  bytesRead(): number;
}

const BAR = 30;
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;

/** Where it is written: standard error. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export class Progress {
  private readonly what: string;
  private readonly measured: Measured;
  private readonly isShown: boolean;
  private readonly before: number;
  private readonly screen: Screen;
  private readonly isTerminal: boolean;
  private readonly from = performance.now();
  private shownAt = performance.now();

  /** `before`: rows that were done before. */
  constructor(
    what: string,
    measured: Measured,
    { isShown, before, screen }: { isShown: boolean; before: number; screen: Screen },
  ) {
    this.before = before;
    this.screen = screen;
    this.isTerminal = screen.isTTY === true;
    this.what = what.replace(/\p{Cc}/gu, '?');
    this.measured = measured;
    this.isShown = isShown;
  }

  /** So many rows are done. */
  at(rows: number): void {
    const now = performance.now();
    if (!this.isShown || now - this.shownAt < (this.isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
    this.shownAt = now;
    if (this.isTerminal) this.screen.write(`\r${this.bar()} ${this.state(rows)}\u001b[K`);
    else this.screen.write(`${this.what}: ${this.state(rows)}\n`);
  }

  /** A line of its own, above the bar. */
  say(text: string): void {
    this.screen.write(this.isTerminal && this.isShown ? `\r\u001b[K${text}\n` : `${text}\n`);
  }

  end(rows: number): void {
    if (!this.isShown) return;
    const text = this.state(rows);
    this.screen.write(this.isTerminal ? `\r${this.bar()} ${text}\u001b[K\n` : `${this.what}: ${text}\n`);
  }

  private share(): number {
    const { size } = this.measured;
    return size === 0 ? 1 : Math.min(1, this.measured.bytesRead() / size);
  }

  private bar(): string {
    const full = Math.round(BAR * this.share());
    return `${this.what} [${'#'.repeat(full)}${' '.repeat(BAR - full)}]`;
  }

  private state(rows: number): string {
    const minutes = Math.max(1, performance.now() - this.from) / 60_000;
    const rate = Math.round((rows - this.before) / minutes);
    const percent = Math.floor(100 * this.share());
    return `${percent} %, ${rows.toLocaleString('en')} rows, ${rate.toLocaleString('en')} a minute`;
  }
}
