/**
 * The receipt of an erasure: how far it is, what it waits for, and what went.
 */
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import { useErasure } from './asked.ts';
import { type Erasure, type KindRow, receiptRows, STATES, sumOf, waitsText } from './words.ts';

export function ErasurePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, isPending, refetch } = useErasure(id);
  return (
    <Page
      title="Receipt of an erasure"
      aside={data && <Badge tone={STATES[data.state].tone}>{STATES[data.state].word}</Badge>}
      lead={<Link to="/erasures">All erasures</Link>}
      actions={data && <Copy value={JSON.stringify(data, null, 2)} what="the receipt" isNamed />}
    >
      {isPending && <Skeleton lines={8} label="Loading the receipt" />}
      {error && !data && (
        <Failure what="The receipt could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && <Receipt receipt={data} />}
    </Page>
  );
}

interface ReceiptProps {
  readonly receipt: Erasure;
}

function Receipt({ receipt }: ReceiptProps) {
  const { id, alias, asked_on: asked, done_on: done, state } = receipt;
  const waits = waitsText(receipt);
  return (
    <>
      <Section title="How far it is">
        <p>{WORDS[state]}</p>
        <LiveRegion>{state === 'done' ? 'The number is erased.' : null}</LiveRegion>
        <Facts
          facts={[
            ['Asked for', <Time key="asked" at={asked} />],
            ...(done
              ? ([
                  ['Done', <Time key="done" at={done} />],
                  ['It took', lengthText(Date.parse(done) - Date.parse(asked))],
                ] as const)
              : []),
            ...(waits ? ([['Waits', waits.replace(/^waits /, '')]] as const) : []),
            ['Rows', countText(sumOf(receipt))],
            ['Id', <code key="id">{id}</code>],
            ['Stands for the number', <code key="alias">{alias}</code>],
          ]}
        />
      </Section>
      <What receipt={receipt} />
    </>
  );
}

const WORDS: Readonly<Record<Erasure['state'], string>> = {
  running: 'Day after day is gone through, at a pace that others do not notice.',
  waiting: 'What was under way is finished first, so that its receipts are found, too.',
  done: 'The number is gone. Backups and logs are not gone through; a log holds no number in full.',
};

const COLUMNS: ReadonlyArray<Column<KindRow>> = [
  { id: 'name', head: 'What', cell: ({ name }) => name },
  { id: 'rows', head: 'Rows', isNumber: true, cell: ({ rows }) => rows },
  { id: 'fate', head: 'What becomes of it', isWide: true, cell: ({ fate }) => fate },
];

function What({ receipt }: ReceiptProps) {
  const [isAll, setAll] = useState(false);
  const rows = receiptRows(receipt, { isAll });
  return (
    <Section
      title={receipt.state === 'done' ? 'What went' : 'What went so far'}
      actions={
        <Button size="small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'What was found' : 'All that was looked at'}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <Empty title="Nothing was found">{receipt.state === 'done' ? 'Nothing of it was kept.' : 'Not yet.'}</Empty>
      ) : (
        <Table label="What went" columns={COLUMNS} rows={rows} keyOf={({ kind }) => kind} />
      )}
    </Section>
  );
}
