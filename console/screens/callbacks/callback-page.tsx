/**
 * One callback: where it goes, each try, what was sent with its signatures, and the way to send it once more. It is fetched
 * again whenever it changes.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { useHints } from '../../app/live.tsx';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './callbacks.module.css';
import { StateBadge } from './columns.tsx';
import { SentPart } from './sent-part.tsx';
import { endpointOf, tryText } from './words.ts';

type Shown = Schema<'OperatorCallbackShown'>;

export function CallbackPage() {
  const { callback: id = '' } = useParams({ strict: false }) as { callback?: string };
  const params = { path: { callback_id: id } };
  const key = ['callbacks', id];
  const say = useToast();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => take(api.GET('/operator/v1/callbacks/{callback_id}', { params })),
  });
  useHints(['callbacks'], key);
  const again = useMutation({
    mutationFn: () => take(api.POST('/operator/v1/callbacks/{callback_id}/redeliver', { params })),
    onSuccess: () => {
      say('The callback is sent again.');
      return refetch();
    },
  });
  return (
    <Page
      title="Callback"
      aside={data && <StateBadge state={data.state} />}
      lead={<Link to="/callbacks">All callbacks</Link>}
      actions={
        data && (
          <Button icon="repeat" needs="operate" isBusy={again.isPending} onClick={() => again.mutate()}>
            Send it again
          </Button>
        )
      }
    >
      {again.error && <FailureNotice what="It was not sent again." error={again.error} />}
      {isPending && <Skeleton lines={6} label="Loading the callback" />}
      {error && <Failure what="The callback could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && <Known callback={data} />}
      {data && <Tries callback={data} />}
      {data && <SentPart key={id} callback={data} />}
    </Page>
  );
}

function Known({ callback }: { readonly callback: Shown }) {
  const { customer_id: account, url, message } = callback;
  const endpoint = endpointOf(url);
  return (
    <Facts
      facts={[
        ['webhook-id', <Code key="id" value={callback.id} what="the webhook-id" />],
        ['Address', <code key="url">{url ?? 'none'}</code>],
        [
          'Message',
          <Link key="message" to={`/messages/${message}`}>
            <code>{message}</code>
          </Link>,
        ],
        [
          'Account',
          <Link key="account" to="/callbacks" search={{ customer_id: account, ...(endpoint && { endpoint }) }}>
            <code>{account}</code>
          </Link>,
        ],
        ['Number within the message', callback.seq],
        ['Owed since', <Time key="created" at={callback.created_on} />],
        ...(callback.due_on ? [['Next try', <Time key="due" at={callback.due_on} />] as const] : []),
        ...(callback.delivered_on ? [['Delivered', <Time key="delivered" at={callback.delivered_on} />] as const] : []),
        ...(callback.redelivered_on
          ? [['Sent again', <Time key="again" at={callback.redelivered_on} />] as const]
          : []),
      ]}
    />
  );
}

function Tries({ callback: { history, state } }: { readonly callback: Shown }) {
  return (
    <Section title="Tries">
      {history.length === 0 ? (
        <Empty title={state === 'not_sent' ? 'It is not sent' : 'It has not been tried yet'}>
          {state === 'not_sent'
            ? 'Neither its request nor its account names an address: it is an event that can be fetched.'
            : 'It goes out when those before it of the same message are delivered or given up.'}
        </Empty>
      ) : (
        <Timeline
          label="Tries, oldest first"
          entries={history.map((each, index) => ({
            id: `${index} ${each.at}`,
            at: each.at,
            title: tryText(each),
            tone: each.error === null ? 'good' : 'bad',
            more: each.answer !== '' && <pre className={styles.answer}>{each.answer}</pre>,
          }))}
        />
      )}
    </Section>
  );
}
