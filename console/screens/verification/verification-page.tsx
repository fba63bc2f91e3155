/**
 * One verification: what became of it in words, its methods with the message of each, and what its account was told. Each
 * message has a page of its own. No hint tells of the whole, so it is asked for again while it goes on.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { useWho } from '../../app/session-context.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Story } from '../../ui/story.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText, localText } from '../../ui/time-text.ts';
import { CallbacksSection } from '../message/callbacks.tsx';
import { useOwnHints } from '../message/use-own-hints.ts';
import { EnterCode } from './enter-code.tsx';
import { methodName, methodStateOf, stateOf, storyOf } from './story.ts';

type Verification = Schema<'OperatorVerificationShown'>;
type Method = Verification['methods'][number];

export function VerificationPage() {
  const { reference = '' } = useParams({ strict: false }) as { reference?: string };
  const { sandbox } = useWho();
  const key = ['verifications', reference];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => fetchOne(reference, false),
  });
  const own = data
    ? [data.reference_id, ...data.methods.map(({ message }) => message?.reference_id ?? ''), ...idsOf(data)]
    : [];
  useOwnHints(['verifications', 'messages', 'calls', 'callbacks'], own, key);
  const [words, tone] = stateOf(data?.state ?? '');
  return (
    <Page
      title="Verification"
      aside={data && <Badge tone={tone}>{words}</Badge>}
      lead={
        <Link to="/find" search={{ tab: 'verifications' }}>
          All verifications
        </Link>
      }
    >
      {isPending && <Skeleton lines={6} label="Loading the verification" />}
      {error && <Failure what="The verification could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Section title="What happened">
            <Story>{storyOf(data, (at) => localText(Date.parse(at), Date.now()))}</Story>
          </Section>
          {sandbox && data.final_on === null && (
            <Section title="Its code">
              <EnterCode reference={reference} queryKey={key} />
            </Section>
          )}
          <Known verification={data} />
          <Section title="Its methods">
            <Table label="Methods" columns={COLUMNS} rows={data.methods} keyOf={({ method }) => method} />
          </Section>
          <CallbacksSection callbacks={data.callbacks} queryKey={key} />
        </>
      )}
    </Page>
  );
}

function fetchOne(reference: string, full: boolean): Promise<Verification> {
  const params = { path: { reference_id: reference }, query: full ? { full } : {} };
  return take(api.GET('/operator/v1/verifications/{reference_id}', { params }));
}

function idsOf({ callbacks }: Verification): string[] {
  return callbacks.map(({ id }) => id);
}

const COLUMNS: ReadonlyArray<Column<Method>> = [
  {
    id: 'method',
    head: 'Method',
    cell: ({ method, message }) =>
      message === null ? (
        methodName(method)
      ) : (
        <Link to={`/messages/${message.reference_id}`}>{methodName(method)}</Link>
      ),
  },
  {
    id: 'state',
    head: 'State',
    cell: (method) => {
      const [words, tone] = methodStateOf(method);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
  { id: 'message', head: 'Its message', cell: ({ message }) => message && <StatusBadge status={message.status} /> },
  { id: 'why', head: 'In words', isWide: true, cell: ({ description }) => description ?? '' },
  { id: 'tried', head: 'Begun', cell: ({ tried_on: at }) => <Time at={at} /> },
  { id: 'fallback', head: 'Next one after', cell: ({ fallback_ms: ms }) => lengthText(ms) },
];

function Known({ verification }: { readonly verification: Verification }) {
  const { reference_id: reference, customer_id: account, final_on: finalOn } = verification;
  const show = async () => (await fetchOne(reference, true)).recipient;
  return (
    <Facts
      facts={[
        ['Number', <Secret key="number" masked={verification.recipient} what="number" show={show} />],
        ['Reference', <Code key="reference" value={reference} what="the reference" />],
        [
          'Account',
          <Link key="account" to={`/accounts/${account}`}>
            {account}
          </Link>,
        ],
        ['External id', verification.external_id ?? '–'],
        ['Begun', <Time key="created" at={verification.created_on} />],
        ...(verification.send_at === null
          ? []
          : [['To be sent', <Time key="sendAt" at={verification.send_at} />] as const]),
        finalOn === null
          ? ['Valid until', <Time key="ends" at={verification.ends_on} isRelative />]
          : ['Ended', <Time key="final" at={finalOn} />],
        ['Wrong codes', verification.wrong_codes],
        ['Template', verification.template ?? 'the default text'],
        ['Language', verification.language],
        ['Calls back', verification.callback_url ?? '–'],
      ]}
    />
  );
}
