/**
 * One batch: how far it is, how its messages stand, and its recipients.
 *
 * 1. While its messages are made it changes many times a second, and each time all of its places would be counted: then it
 *    is looked at every two seconds. Else it is fetched again when it changes, and how its messages stand, of which its
 *    hints do not tell, every ten seconds.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useEvery, useHintListener } from '../../app/live.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText, shareText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Story } from '../../ui/story.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { BatchState } from './batches-page.tsx';
import { Orders } from './orders.tsx';
import { Recipients } from './recipients.tsx';
import { leftText, type Sample, storyOf } from './words.ts';

type Batch = Schema<'OperatorBatch'>;
type Status = Batch['statuses'][number];

/** Rule 1. */
const EVERY_MS = 10_000;
const WHILE_MOVING_MS = 2_000;

function isMoving(batch: Batch | undefined): boolean {
  return batch?.state === 'in_progress' || batch?.state === 'cancelling';
}

export function BatchPage() {
  const { reference = '' } = useParams({ strict: false }) as { reference?: string };
  const key = ['batches', reference];
  const client = useQueryClient();
  const [often, seldom] = [useEvery(WHILE_MOVING_MS), useEvery(EVERY_MS)];
  const shown = useQuery({
    queryKey: key,
    queryFn: () =>
      take(
        api.GET('/operator/v1/batches/{reference_id}', {
          params: { path: { reference_id: reference }, query: { limit: 1 } },
        }),
      ),
    refetchInterval: ({ state }) => (isMoving(state.data) ? often : seldom),
  });
  useHintListener(['batches'], (hints) => {
    if (!isMoving(shown.data) && hints.some(({ id }) => id === null || id === reference))
      void client.invalidateQueries({ queryKey: key });
  });
  const { data } = shown;
  return (
    <Page
      title="Batch"
      aside={data && <BatchState state={data.state} />}
      lead={<Link to="/batches">All batches</Link>}
      actions={data && <Orders batch={data} />}
    >
      {shown.isPending && <Skeleton lines={8} label="Loading the batch" />}
      {shown.error && (
        <Failure what="The batch could not be loaded." error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {data && (
        <>
          <HowFar batch={data} at={shown.dataUpdatedAt} />
          <Known batch={data} />
          {data.statuses.length > 0 && (
            <Section title="How its messages stand">
              <Table
                label="Statuses"
                columns={columnsOf(data)}
                rows={data.statuses}
                keyOf={({ code }) => String(code)}
              />
            </Section>
          )}
          <Recipients reference={data.reference_id} />
        </>
      )}
    </Page>
  );
}

/** `at`: when that was so. */
function HowFar({ batch, at }: { readonly batch: Batch; readonly at: number }) {
  const { state, total, worked_off: workedOff } = batch;
  const [before, setBefore] = useState<Sample | null>(null);
  const isMade = state === 'in_progress';
  useEffect(() => {
    setBefore((known) => (isMade ? (known ?? { at, workedOff }) : null));
  }, [isMade, at, workedOff]);
  const left = isMade ? leftText(before, { at, workedOff }, total) : null;
  return (
    <Section title="How far it is">
      <Progress value={workedOff} of={total} label="Worked off">
        {`${countText(workedOff)} of ${countText(total)} worked off`}
        {left !== null && `, ${left} left`}
      </Progress>
      <Story>{storyOf(batch)}</Story>
    </Section>
  );
}

function Known({ batch }: { readonly batch: Batch }) {
  const { reference_id: reference, customer_id: account, send_at: sendAt, pause_ends_on: pauseEnds } = batch;
  return (
    <Facts
      facts={[
        ['Reference', <Code key="reference" value={reference} what="the reference" />],
        [
          'Account',
          <Link key="account" to={`/accounts/${account}`}>
            <code>{account}</code>
          </Link>,
        ],
        ['External id', batch.external_id === null ? '–' : <code key="external">{batch.external_id}</code>],
        ['Type', batch.message_type],
        ['Taken', <Time key="taken" at={batch.created_on} />],
        ...(sendAt === null ? [] : [['To be sent', <Time key="send" at={sendAt} />] as const]),
        ['Last message made', <Time key="ended" at={batch.ended_on} />],
        ...(pauseEnds === null
          ? []
          : [['Taken back unless it goes on', <Time key="pause" at={pauseEnds} isRelative />] as const]),
        ...(batch.counts.refused === 0
          ? []
          : [
              [
                'Refused',
                <Link key="refused" to={`/batches/${reference}`} search={{ state: 'refused' }}>
                  {countText(batch.counts.refused)}
                </Link>,
              ] as const,
            ]),
      ]}
    />
  );
}

function columnsOf({ reference_id: reference, statuses }: Batch): ReadonlyArray<Column<Status>> {
  const all = statuses.reduce((sum, { count }) => sum + count, 0);
  return [
    { id: 'status', head: 'Status', cell: (status) => <StatusBadge status={status} /> },
    { id: 'count', head: 'Messages', isNumber: true, cell: ({ count }) => countText(count) },
    { id: 'share', head: 'Share', isNumber: true, cell: ({ count }) => shareText(count, all) },
    {
      id: 'which',
      head: 'Which',
      isWide: true,
      cell: ({ code, description }) => (
        <Link to={`/batches/${reference}`} search={{ code: String(code) }} aria-label={`Show those: ${description}`}>
          Show those
        </Link>
      ),
    },
  ];
}
