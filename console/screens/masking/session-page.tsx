/**
 * One session: who it connects, how long, and what was written. It is fetched again whenever it changes.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { useHintListener } from '../../app/live.tsx';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Conversation } from './conversation.tsx';
import { EndSession } from './end-session.tsx';
import { SessionState } from './sessions.tsx';
import { stoppedText } from './words.ts';

type Session = Schema<'OperatorMaskingSession'>;
type NumberName = 'number_1' | 'number_2' | 'masked_1' | 'masked_2';

export function SessionPage() {
  const { session: id = '' } = useParams({ strict: false }) as { session?: string };
  const key = ['sessions', id];
  const client = useQueryClient();
  const shown = useQuery({
    queryKey: key,
    queryFn: () =>
      take(api.GET('/operator/v1/masking-sessions/{session_id}', { params: { path: { session_id: id } } })),
  });
  // Of other sessions there may be many hints.
  useHintListener(['sessions'], (hints) => {
    if (hints.some((hint) => hint.id === null || hint.id === id)) void client.invalidateQueries({ queryKey: key });
  });
  return (
    <Page
      title="Masked session"
      aside={shown.data && <SessionState state={shown.data.state} />}
      lead={<Link to="/masking">All sessions</Link>}
      actions={shown.data && <EndSession session={shown.data} />}
    >
      {shown.isPending && <Skeleton lines={6} label="Loading the session" />}
      {shown.error && (
        <Failure what="The session could not be loaded." error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {shown.data && <Known session={shown.data} />}
      {shown.data && <Conversation sessionId={id} />}
    </Page>
  );
}

function Known({ session }: { readonly session: Session }) {
  const { session_id: id, validity } = session;
  const number = (name: NumberName, what: string) => {
    const show = async () => {
      const params = { path: { session_id: id }, query: { full: true } };
      return (await take(api.GET('/operator/v1/masking-sessions/{session_id}', { params })))[name];
    };
    return <Secret key={name} masked={session[name]} what={what} show={show} />;
  };
  return (
    <Facts
      facts={[
        ['Party 1', number('number_1', 'number of party 1')],
        ['Mask of party 1', number('masked_1', 'mask of party 1')],
        ['Party 2', number('number_2', 'number of party 2')],
        ['Mask of party 2', number('masked_2', 'mask of party 2')],
        ['Session', <Code key="id" value={id} what="the id of the session" />],
        ...(session.is_abroad ? ([['Masks', 'at least one is of another country than its number']] as const) : []),
        [
          'Account',
          <Link key="account" to={`/accounts/${session.customer_id}`}>
            <code>{session.customer_id}</code>
          </Link>,
        ],
        ['External id', session.external_id ?? '–'],
        ['Opened', <Time key="opened" at={session.opened_on} />],
        ['Valid for', `${validity.amount} ${validity.unit}`],
        session.over_on === null
          ? ['Ends', <Time key="ends" at={session.ends_on} isRelative />]
          : ['Over since', <Time key="over" at={session.over_on} />],
        ['Stopped by', stoppedText(session.stopped_by)],
        [
          'Texts',
          `${session.texts.from_1} from party 1, ${session.texts.from_2} from party 2, ${session.texts.refused} refused`,
        ],
        ['Called back at', session.callback_url ?? '–'],
      ]}
    />
  );
}
