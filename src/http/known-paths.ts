/**
 * Which methods a path has, to tell an unknown path (404) from an unknown method (405).
 *
 * 1. A reference or a session's id in a path is 32 hex digits in either case; with any other word there the path is
 *    unknown. Operators' paths take ids in more forms, and their routes check them.
 */
interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

export type PathParams = Readonly<Record<string, string | undefined>>;

const ID = /^[0-9A-Fa-f]{32}$/;
/** What the paths of callers begin with. Without credentials nothing is said of what lies below. */
export const ROOTS_OF_CALLERS = ['/v1', '/capability', '/verification'] as const;

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
    const hasIds = isOfCallers(path);
    const methods = [...this.paths.values()].flatMap((known) =>
      matches(known, segments, hasIds) ? [...known.methods] : [],
    );
    return [...new Set(methods)].sort();
  }
}

/** `path`: without its query. */
export function isOfCallers(path: string): boolean {
  return ROOTS_OF_CALLERS.some(
    (root) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'),
  );
}

/** Paths that are asked often, and answered whole: never by a stream, and by nobody who asks whether the request is over. */
export function isAnsweredWhole(path: string): boolean {
  return isOfCallers(path) || path === '/healthz' || path.startsWith('/readyz') || path.startsWith('/carriers/');
}

/** Rule 1, for a route that was found. `params` is what stands on the places that its `url` names. */
export function idsAreIds(url: string, params: PathParams): boolean {
  if (!isOfCallers(url)) return true;
  const { reference_id: reference, session_id: session } = params;
  return (reference === undefined || ID.test(reference)) && (session === undefined || ID.test(session));
}

function matches({ segments }: KnownPath, path: readonly string[], hasIds: boolean): boolean {
  const isSame = (segment: string, at: number) => fits(segment, path[at] ?? '', hasIds);
  if (segments.at(-1) === '*') return path.length >= segments.length && segments.slice(0, -1).every(isSame);
  return segments.length === path.length && segments.every(isSame);
}

function fits(segment: string, given: string, hasIds: boolean): boolean {
  if (!segment.startsWith(':')) return segment === given;
  return hasIds && isIdName(segment) ? ID.test(given) : given !== '';
}

/** Whether rule 1 has anything to say of a route. */
export function namesIds(url: string): boolean {
  return url.split('/').some(isIdName);
}

function isIdName(segment: string): boolean {
  return segment === ':reference_id' || segment === ':session_id';
}
