/**
 * One thing that somebody sent: what it was and what followed from it. What it says is shown on request alone, which the
 * gateway records.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Story } from '../../ui/story.tsx';
import { Time } from '../../ui/time.tsx';
import { localText } from '../../ui/time-text.ts';
import { CallbacksSection } from '../message/callbacks.tsx';
import { useOwnHints } from '../message/use-own-hints.ts';
import { count } from '../message/words.ts';
import { kindName, storyOf } from './words.ts';

type Shown = Schema<'OperatorTextShown'>;
type Fact = readonly [string, ReactNode];

export function InboundPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const key = ['inbound', id];
  const { data, error, isPending, refetch } = useQuery({ queryKey: key, queryFn: () => fetchOne(id, false) });
  const own = [id, data?.id ?? '', data?.reply?.reference_id ?? '', ...(data?.callbacks ?? []).map((each) => each.id)];
  useOwnHints(['inbound', 'messages', 'callbacks'], own, key);
  return (
    <Page
      title={data ? kindName(data.kind) : 'What somebody sent'}
      lead={
        <Link to="/find" search={{ tab: 'inbound' }}>
          All that came in
        </Link>
      }
    >
      {isPending && <Skeleton lines={5} label="Loading what came" />}
      {error && <Failure what="What came could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Section title="What happened">
            <Story>{storyOf(data, (at) => localText(Date.parse(at), Date.now()))}</Story>
          </Section>
          <Known came={data} />
          <CallbacksSection callbacks={data.callbacks} queryKey={key} />
        </>
      )}
    </Page>
  );
}

function fetchOne(id: string, full: boolean): Promise<Shown> {
  const params = { path: { inbound_id: id }, query: full ? { full } : {} };
  return take(api.GET('/operator/v1/inbound-texts/{inbound_id}', { params }));
}

function Known({ came }: { readonly came: Shown }) {
  const { id, customer_id: account, reply } = came;
  return (
    <Facts
      facts={[
        ['From', <Hidden key="from" came={came} what="number" masked={came.from} of={({ from }) => from} />],
        ['To', came.to],
        ...says(came),
        [
          'Account',
          account === null ? (
            'of nobody'
          ) : (
            <Link key="account" to={`/accounts/${account}`}>
              {account}
            </Link>
          ),
        ],
        ['Came in', <Time key="received" at={came.received_on} />],
        [
          'Carrier',
          <Link key="carrier" to={`/carriers/${came.carrier}`}>
            {came.carrier}
          </Link>,
        ],
        ...(came.keyword === null ? [] : [['Word', came.keyword] as const]),
        ...(reply === null
          ? []
          : [
              [
                'Said back',
                <Link key="reply" to={`/messages/${reply.reference_id}`}>
                  <StatusBadge status={reply.status} />
                </Link>,
              ] as const,
            ]),
        ['Id', <Code key="id" value={id} what="the id" />],
      ]}
    />
  );
}

/** What it holds; nothing of it is on the page until somebody asks. */
function says(came: Shown): Fact[] {
  const { details, characters, texts_removed_on: removedOn } = came;
  if (removedOn !== null) {
    const when = (
      <span key="removed">
        removed <Time at={removedOn} />
      </span>
    );
    return [['It said', when]];
  }
  const secret = (what: string, masked: string, of: (full: Shown) => string | null) => (
    <Hidden key={what} came={came} what={what} masked={masked} of={of} />
  );
  return [
    ...(characters === 0
      ? []
      : [['It says', secret('text', count(characters, 'character'), ({ text }) => text ?? null)] as const]),
    ...(details?.pressed
      ? [
          [
            'Of the message',
            <Link key="pressed" to={`/messages/${details.pressed}`}>
              <code>{details.pressed}</code>
            </Link>,
          ] as const,
        ]
      : []),
    ...(came.kind === 'tap'
      ? [['The button held', secret('payload', '••••••', (full) => full.details?.payload ?? null)] as const]
      : []),
    ...(came.kind === 'file'
      ? [['File', secret('address', details?.mime_type ?? 'a file', (full) => full.details?.uri ?? null)] as const]
      : []),
    ...(came.kind === 'location' ? [['Place', secret('place', '••••••', placeOf)] as const] : []),
  ];
}

function placeOf({ details }: Shown): string | null {
  const { latitude = null, longitude = null } = details ?? {};
  return latitude === null || longitude === null ? null : `${latitude}, ${longitude}`;
}

interface HiddenProps {
  readonly came: Shown;
  readonly what: string;
  readonly masked: string;
  readonly of: (full: Shown) => string | null;
}

function Hidden({ came: { id }, what, masked, of }: HiddenProps) {
  return <Secret masked={masked} what={what} show={async () => of(await fetchOne(id, true))} />;
}
