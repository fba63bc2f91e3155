/**
 * One message: what became of it in words and as a timeline, what it says, its channels, its callbacks. It is fetched again
 * whenever it changes. A text, a code, a call and a text of a session are messages as well.
 */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Story } from '../../ui/story.tsx';
import { localText } from '../../ui/time-text.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { CallSections } from './call.tsx';
import { CallbacksSection } from './callbacks.tsx';
import { ChannelsSection } from './channels.tsx';
import { ContentsSection } from './contents.tsx';
import { type DrawnEntry, drawnEntries } from './entries.ts';
import { Known } from './known.tsx';
import { storyOf } from './story.ts';
import { TakeBack } from './take-back.tsx';
import { useOwnHints } from './use-own-hints.ts';
import { kindName } from './words.ts';

type Message = Schema<'OperatorMessage'>;

export function MessagePage() {
  const { reference = '' } = useParams({ strict: false }) as { reference?: string };
  const key = ['messages', reference];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () =>
      take(api.GET('/operator/v1/messages/{reference_id}', { params: { path: { reference_id: reference } } })),
  });
  const owed = data?.callbacks.map(({ id }) => id) ?? [];
  useOwnHints(['messages', 'calls', 'callbacks'], [reference, ...owed], key);
  // Of one of its channels, or written otherwise: there is one address for it.
  if (data && data.reference_id !== reference) return <Navigate to={`/messages/${data.reference_id}`} replace />;
  return (
    <Page
      title={data ? kindName(data.kind) : 'Message'}
      aside={data && <StatusBadge status={data.status} />}
      lead={<Link to="/find">All messages</Link>}
      actions={data && <TakeBack message={data} />}
    >
      {isPending && <Skeleton lines={6} label="Loading the message" />}
      {error && <Failure what="The message could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <WhatHappened message={data} />
          <Known message={data} />
          <ContentsSection reference={data.reference_id} />
          {data.kind === 'call' && <CallSections reference={data.reference_id} />}
          <ChannelsSection attempts={data.attempts} />
          <CallbacksSection callbacks={data.callbacks} queryKey={key} />
        </>
      )}
    </Page>
  );
}

const sayTime = (at: string) => localText(Date.parse(at), Date.now());

export function WhatHappened({ message }: { readonly message: Message }) {
  const { reference_id: reference } = message;
  const history = useQuery({
    queryKey: ['messages', reference, 'history'],
    queryFn: () =>
      take(api.GET('/operator/v1/messages/{reference_id}/history', { params: { path: { reference_id: reference } } })),
  });
  return (
    <Section title="What happened">
      <Story>{storyOf(message, { say: sayTime, namesCarriers: true })}</Story>
      {history.isPending && <Skeleton lines={5} label="Loading the timeline" />}
      {history.error && (
        <Failure
          what="The timeline could not be loaded."
          error={history.error}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.data && (
        <Timeline
          label="What happened, oldest first"
          entries={drawnEntries(history.data.history, sayTime).map((entry) => ({
            ...entry,
            title: <Title entry={entry} />,
          }))}
        />
      )}
    </Section>
  );
}

function Title({ entry: { text, callback } }: { readonly entry: DrawnEntry }) {
  return callback === null ? text : <Link to={`/callbacks/${callback}`}>{text}</Link>;
}
