/**
 * What met a session, oldest first, each party on its side. What was written is not on the page until somebody asks for it;
 * the gateway records that.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { MOST_PAGES } from '../../app/live-pages.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Section } from '../../ui/page.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useShown } from '../../ui/use-shown.ts';
import styles from './masking.module.css';
import { RESULTS, replyText } from './words.ts';

type Interaction = Schema<'OperatorInteractionList'>['interactions'][number];

/** What the gateway gives at a time, of what is shown in full. */
const LARGEST_PAGE = 500;

export function Conversation({ sessionId }: { readonly sessionId: string }) {
  const pageOf = (query: { after?: string; limit?: number; full?: boolean }) =>
    take(
      api.GET('/operator/v1/masking-sessions/{session_id}/interactions', {
        params: { path: { session_id: sessionId }, query },
      }),
    );
  const list = useInfiniteQuery({
    queryKey: ['sessions', sessionId, 'interactions'],
    queryFn: ({ pageParam }) => pageOf({ after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = list.data?.pages.flatMap(({ interactions }) => interactions) ?? [];
  const texts = useShown(async () => {
    const found = new Map<string, string | null>();
    let after: string | undefined;
    do {
      const page = await pageOf({ after, limit: LARGEST_PAGE, full: true });
      for (const { id, text } of page.interactions) found.set(id, text);
      after = page.next ?? undefined;
    } while (after !== undefined && found.size < rows.length);
    return found;
  });
  const hasTexts = rows.some(({ is_text_kept: isKept }) => isKept);
  const hasMore = list.hasNextPage && (list.data?.pages.length ?? 0) < MOST_PAGES;
  return (
    <Section title="Conversation" actions={hasTexts && <ShowAll shown={texts} what="texts" />}>
      {list.isPending && <Skeleton lines={5} label="Loading the conversation" />}
      {list.error && (
        <Failure what="The conversation could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <Empty title="Nobody has written yet">What the two write appears here as it happens.</Empty>
      )}
      {rows.length > 0 && (
        <ol className={styles.conversation} aria-label="Texts, oldest first">
          {rows.map((row) => (
            <Entry key={row.id} row={row} text={texts.value?.get(row.id) ?? null} />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          More texts
        </Button>
      )}
    </Section>
  );
}

function Entry({ row, text }: { readonly row: Interaction; readonly text: string | null }) {
  const { result, delivery } = row;
  const reply = replyText(row.reply);
  return (
    <li className={styles.entry} data-party={row.from}>
      {result === 'relayed' && (
        <div className={styles.text} data-is-hidden={text === null ? '' : undefined}>
          {text ?? (row.is_text_kept ? '••••••••' : 'The text has been removed.')}
        </div>
      )}
      <div className={styles.about}>
        <span>Party {row.from}</span>
        <Time at={row.received_on} />
        {result !== 'relayed' && <span>{RESULTS[result]}.</span>}
        {reply && <span>{reply}</span>}
        {delivery && (
          <>
            <StatusBadge status={delivery.status} />
            <Link to={`/messages/${delivery.reference_id}`}>Message</Link>
          </>
        )}
      </div>
    </li>
  );
}
