/**
 * One message: what is known of it, and its timeline. It is fetched again whenever it changes.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { useHints } from '../../app/live.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { localText } from '../../ui/time-text.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { storyOf } from './story.ts';

type Message = Schema<'OperatorMessage'>;

export function MessagePage() {
  const { reference = '' } = useParams({ strict: false }) as { reference?: string };
  const params = { params: { path: { reference_id: reference } } };
  const key = ['messages', reference];
  const shown = useQuery({
    queryKey: key,
    queryFn: () => take(api.GET('/operator/v1/messages/{reference_id}', params)),
  });
  const history = useQuery({
    queryKey: [...key, 'history'],
    queryFn: () => take(api.GET('/operator/v1/messages/{reference_id}/history', params)),
  });
  useHints(['messages', 'calls', 'callbacks'], key);
  return (
    <Page
      title="Message"
      aside={shown.data && <StatusBadge status={shown.data.status} />}
      lead={<Link to="/find">All messages</Link>}
    >
      {shown.isPending && <Skeleton lines={6} label="Loading the message" />}
      {shown.error && (
        <Failure what="The message could not be loaded." error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {shown.data && <Known message={shown.data} />}
      {shown.data && (
        <Section title="What happened">
          <p>{storyOf(shown.data, sayTime)}</p>
          {history.isPending && <Skeleton lines={5} label="Loading the timeline" />}
          {history.error && (
            <Failure
              what="The timeline could not be loaded."
              error={history.error}
              onRetry={() => void history.refetch()}
            />
          )}
          {history.data && <Timeline label="What happened, oldest first" entries={history.data.history.map(entryOf)} />}
        </Section>
      )}
    </Page>
  );
}

const sayTime = (at: string) => localText(Date.parse(at), Date.now());

function entryOf({ at, text, kind }: Schema<'MessageHistory'>['history'][number], index: number) {
  return { id: `${index} ${kind}`, at, title: text };
}

function Known({ message }: { readonly message: Message }) {
  const { reference_id: reference } = message;
  const show = async () => {
    const params = { path: { reference_id: reference }, query: { full: true } };
    return (await take(api.GET('/operator/v1/messages/{reference_id}', { params }))).recipient;
  };
  return (
    <Facts
      facts={[
        ['Reference', <Code key="reference" value={reference} what="the reference" />],
        ['Number', <Secret key="number" masked={message.recipient} what="number" show={show} />],
        ['Account', <code key="account">{message.customer_id}</code>],
        ['External id', message.external_id ?? '–'],
        ['Kind', `${message.kind}, ${message.message_type}`],
        ['Channel', message.last_channel.toUpperCase()],
        ['Accepted', <Time key="accepted" at={message.created_on} />],
        ['Ended', <Time key="ended" at={message.final_on} />],
      ]}
    />
  );
}
