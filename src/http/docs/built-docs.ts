/**
 * What scripts/docs-bundle.mjs has made of docs/. A file is read when somebody asks for it, and only if the list names it, so
 * that no path leads out of the folder.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asJsonObject } from '../../lib/json.ts';

export interface BuiltDocument {
  /** Its path below docs/, without `.md`. */
  readonly name: string;
  readonly title: string;
  /** Whether it is a page as well as Markdown. */
  readonly isPage: boolean;
  readonly headings: ReadonlyArray<{ readonly text: string; readonly anchor: string }>;
}

export class BuiltDocs {
  private readonly folder: string;
  private read: Promise<readonly BuiltDocument[]> | null = null;

  /** `folder`: whether or not it is there. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** None: the gateway was built without. */
  list(): Promise<readonly BuiltDocument[]> {
    this.read ??= this.file('index.json').then((text) => (text === null ? [] : documentsOf(JSON.parse(text))));
    return this.read;
  }

  /** A file that the list names, or null. */
  async file(name: string): Promise<string | null> {
    try {
      return await readFile(join(this.folder, name), 'utf8');
    } catch {
      return null;
    }
  }
}

function documentsOf(value: unknown): BuiltDocument[] {
  return objectsOf(value).map(({ name, title, isPage, headings }) => ({
    name: String(name),
    title: String(title),
    isPage: isPage === true,
    headings: objectsOf(headings).map(({ text, anchor }) => ({ text: String(text), anchor: String(anchor) })),
  }));
}

function objectsOf(value: unknown) {
  return (Array.isArray(value) ? value : []).map((each) => asJsonObject(each) ?? {});
}
