/**
 * Which methods a path has, to tell an unknown path (404) from an unknown method (405).
 */
interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

export class KnownPaths {
  private readonly paths = new Map<string, KnownPath>();

  /** `url` in find-my-way's form: `/v1/omnichannel/:reference_id`. */
  add(url: string, method: string | readonly string[]): void {
    const known = this.paths.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const each of typeof method === 'string' ? [method] : method) known.methods.add(each);
    this.paths.set(url, known);
  }

  /** Empty when no route has the path. */
  methodsOf(path: string): string[] {
    const segments = path.split('/');
    const methods = [...this.paths.values()].flatMap((known) => (matches(known, segments) ? [...known.methods] : []));
    return [...new Set(methods)].sort();
  }
}

function matches({ segments }: KnownPath, path: readonly string[]): boolean {
  if (segments.at(-1) === '*') {
    return path.length >= segments.length && segments.slice(0, -1).every((each, at) => isSame(each, path[at]));
  }
  return segments.length === path.length && segments.every((each, at) => isSame(each, path[at]));
}

function isSame(segment: string, given: string | undefined): boolean {
  return segment.startsWith(':') ? given !== undefined && given !== '' : segment === given;
}
