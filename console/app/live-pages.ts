/**
 * A list that is read page by page and kept fresh by hints without moving under its reader (page-rows.ts). It only ever
 * holds the pages that were asked for, `MOST_PAGES` at most.
 *
 *   const list = useLivePages({ key: ['messages', filters], topics: ['messages'], idOf, fetchPage: (after) => … });
 *   <LivePages list={list} what="messages">{(rows) => <Table rows={rows} … />}</LivePages>
 */
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEvery, useHintListener } from './live.tsx';
import type { Topic } from './live-hub.ts';
import { type Merged, mergeFirst, type RowPage } from './page-rows.ts';

export type { RowPage } from './page-rows.ts';

export const MOST_PAGES = 40;
/** How far down somebody is still at the top. */
const TOP_PIXELS = 24;

export interface LivePagesOptions<Row> {
  readonly key: QueryKey;
  readonly topics: readonly Topic[];
  /** No hint tells of it: it is looked at again so often. */
  readonly everyMs?: number;
  readonly idOf: (row: Row) => string;
  /** `after`: `next` of the page before. */
  readonly fetchPage: (after: string | undefined) => Promise<RowPage<Row>>;
}

export interface LivePagesState<Row> {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  /** The rows are those of the filters before. */
  readonly isOld: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  /** There would be more, but so many are on the page that a filter serves better. */
  readonly isFull: boolean;
  readonly isFetchingMore: boolean;
  readonly waiting: Pick<Merged<unknown>, 'waiting' | 'isMore'>;
  readonly more: () => void;
  /** From the first page on, with what is new. */
  readonly anew: () => void;
}

type Pages<Row> = InfiniteData<RowPage<Row>, string | undefined>;

const NONE = { waiting: 0, isMore: false };

export function useLivePages<Row>({
  key,
  topics,
  everyMs,
  idOf,
  fetchPage,
}: LivePagesOptions<Row>): LivePagesState<Row> {
  const client = useQueryClient();
  const [state, setState] = useState({ key: '', ...NONE });
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const name = JSON.stringify(key);
  const look = useLook(query.isFetching, topics, async () => {
    const fresh = await fetchPage(undefined);
    // A page that is under way was asked for with the rows from before: it would take these away again.
    if (client.getQueryState(key)?.fetchStatus === 'fetching') return false;
    const before = client.getQueryData<Pages<Row>>(key);
    if (!before) return true;
    const merged = mergeFirst(before.pages, fresh, { idOf, isAtTop: isAtTop() });
    client.setQueryData<Pages<Row>>(key, { ...before, pages: [...merged.pages] });
    setState({ key: name, waiting: merged.waiting, isMore: merged.isMore });
    return true;
  });
  // What is kept from an earlier visit was told of no hint since.
  useEffect(() => {
    if (client.getQueryData(JSON.parse(name) as QueryKey) !== undefined) look();
  }, [client, look, name]);
  const pace = useEvery(everyMs ?? 0);
  useEffect(() => {
    if (everyMs === undefined || pace === false) return;
    const timer = setInterval(look, pace);
    return () => clearInterval(timer);
  }, [everyMs, look, pace]);
  const anew = () => {
    setState({ key: name, ...NONE });
    client.setQueryData<Pages<Row>>(key, (before) =>
      before ? { pages: before.pages.slice(0, 1), pageParams: before.pageParams.slice(0, 1) } : before,
    );
    void query.refetch();
    window.scrollTo({ top: 0 });
  };
  const pages = query.data?.pages ?? [];
  const isFull = pages.length >= MOST_PAGES;
  return {
    rows: pages.flatMap(({ rows }) => rows),
    isPending: query.isPending,
    isOld: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage && !isFull,
    isFull: query.hasNextPage && isFull,
    isFetchingMore: query.isFetchingNextPage,
    waiting: state.key === name ? state : NONE,
    more: () => void query.fetchNextPage(),
    anew,
  };
}

/**
 * Looks for what is new after each hint, once at a time. A hint that comes meanwhile, or while pages are fetched, may be
 * about what the answer under way does not have: it is looked again afterwards. `look`: false when it came to nothing.
 */
function useLook(isFetching: boolean, topics: readonly Topic[], look: () => Promise<boolean>): () => void {
  const [own] = useState({ look, isFetching, isLooking: false, isWanted: false });
  const [run] = useState(() => async () => {
    own.isWanted = true;
    while (own.isWanted && !own.isLooking && !own.isFetching) {
      own.isWanted = false;
      own.isLooking = true;
      // After a failure the next hint, or the reader, asks again.
      const isDone = await own.look().catch(() => true);
      own.isLooking = false;
      own.isWanted ||= !isDone;
    }
  });
  useEffect(() => {
    own.look = look;
    own.isFetching = isFetching;
    if (!isFetching && own.isWanted) void run();
  });
  useHintListener(topics, () => void run());
  return run;
}

/** At the top, and not in the middle of the rows with the keyboard. */
function isAtTop(): boolean {
  return window.scrollY <= TOP_PIXELS && !document.activeElement?.closest('table');
}
