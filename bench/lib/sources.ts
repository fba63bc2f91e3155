/**
 * What a profile of Node's counts, added up by function and by source file.
 *
 * 1. The bundle's places are led back to the sources by its source maps.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { figure } from './statistics.ts';

const SHOWN = 40;

/** Where a function begins; lines and columns count from 0. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export class BySource {
  private readonly functions = new Map<string, number>();
  private readonly files = new Map<string, number>();
  private readonly maps = new Map<string, SourceMap | null>();
  total = 0;

  add(frame: CallFrame, amount: number): void {
    const file = this.sourceOf(frame);
    const name = `${frame.functionName || '(anonymous)'} ${file}`;
    this.functions.set(name, (this.functions.get(name) ?? 0) + amount);
    this.files.set(file, (this.files.get(file) ?? 0) + amount);
    this.total += amount;
  }

  /** The largest shares. */
  table(title: string): string {
    return [`  ${title}`, ...this.shares(this.functions), '  and by file:', ...this.shares(this.files)].join('\n');
  }

  private shares(amounts: ReadonlyMap<string, number>): string[] {
    return [...amounts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, amount]) => `  ${figure((amount * 100) / this.total).padStart(6)} %  ${name}`);
  }

  private sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
    if (!url.startsWith('file:')) return url === '' ? '(engine)' : url;
    const path = fileURLToPath(url);
    let map = this.maps.get(path);
    if (map === undefined) {
      map = readMap(path);
      this.maps.set(path, map);
    }
    const entry = map?.findEntry(lineNumber, columnNumber);
    const source: string | undefined = entry && 'originalSource' in entry ? entry.originalSource : undefined;
    return (source ?? path).replace(/^(\.\.\/)+/, '').replace(/^.*node_modules\//, '');
  }
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return null;
  }
}
