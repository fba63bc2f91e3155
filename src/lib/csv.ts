/**
 * What readers of CSV files share: what parts the cells, and on which line a row begins. Pure.
 *
 * 1. Sheets of many countries part cells by semicolons, and a copy out of a sheet by tabs. The first line tells which.
 */

/** Rule 1. What stands between quotes parts nothing. */
export function separatorOf(firstLine: string): string {
  const outside = firstLine.split('"').filter((_, index) => index % 2 === 0);
  const text = outside.join('');
  const counts = [',', ';', '\t'].map((each) => ({ each, count: text.split(each).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).each;
}

/**
 * Lines as an editor counts them, of the rows of one file in their order. csv-parse tells where a row ends, and counts a
 * CRLF inside quotes as two lines, for good.
 */
export class RowLines {
  private countedTwice = 0;

  /** `endsAt`: as csv-parse tells it. */
  lineOf(endsAt: number, cells: readonly string[]): number {
    let breaks = 0;
    for (const cell of cells) {
      if (!cell.includes('\n') && !cell.includes('\r')) continue;
      breaks += cell.split(/\r\n|\r|\n/).length - 1;
      this.countedTwice += cell.split('\r\n').length - 1;
    }
    return endsAt - this.countedTwice - breaks;
  }
}
