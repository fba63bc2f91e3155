/**
 * Verifies the log while its reader watches: how far it is, what is wrong and where, and the end to be kept elsewhere.
 */
import { useEffect, useState } from 'react';
import { api, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Section } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './audit.module.css';
import { KeptEnd } from './kept-end.tsx';
import { type Verified, verifyLog } from './verify-log.ts';

/** A step takes well below a second. */
const IN_A_STEP = 5_000;

export function Verify({ onClose }: { readonly onClose: () => void }) {
  const [verified, setVerified] = useState<Verified | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    const ask = (after: string | undefined) =>
      take(
        api.GET('/operator/v1/audit/verify', {
          params: { query: { entries: IN_A_STEP, after } },
          signal: stop.signal,
        }),
      );
    void verifyLog(ask, setVerified, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(error);
    });
    return () => stop.abort();
  }, []);
  const isOver = verified?.isOver === true || failure !== null;
  return (
    <Section
      title="Verification"
      actions={
        <Button size="small" onClick={onClose}>
          {isOver ? 'Close' : 'Stop'}
        </Button>
      }
    >
      <div className={styles.verify}>
        {failure !== null && <FailureNotice what="The log could not be verified." error={failure} />}
        {!isOver && (
          <Progress value={verified?.share ?? 0} of={1} label="Gone over">
            {verified === null ? 'Beginning …' : `${countText(verified.entries)} entries so far`}
          </Progress>
        )}
        {verified?.isOver && <Result verified={verified} />}
        {verified !== null && verified.problems.length > 0 && <Problems verified={verified} />}
      </div>
      <LiveRegion>{verified?.isOver ? resultText(verified) : null}</LiveRegion>
    </Section>
  );
}

function resultText({ entries, problems }: Verified): string {
  return problems.length === 0
    ? `The log is whole: ${countText(entries)} entries.`
    : `The log is not what was written: ${countText(entries)} entries were gone over.`;
}

function Result({ verified }: { readonly verified: Verified }) {
  const { problems, entries, last } = verified;
  return (
    <>
      <p>
        <Badge tone={problems.length === 0 ? 'good' : 'bad'}>{problems.length === 0 ? 'Whole' : 'Not whole'}</Badge>{' '}
        {resultText(verified)}
      </p>
      {problems.length === 0 && entries > 0 && (
        <div className={styles.end}>
          <span>Its end, to be kept elsewhere:</span>
          <Code value={`${last.seq}:${last.hash}`} what="the end" />
        </div>
      )}
      <KeptEnd />
    </>
  );
}

function Problems({ verified: { problems } }: { readonly verified: Verified }) {
  return (
    <Table
      label="What is wrong"
      columns={[
        { id: 'seq', head: 'Entry', cell: ({ seq }) => seq },
        { id: 'text', head: 'What is wrong', isWide: true, cell: ({ text }) => text },
      ]}
      rows={problems}
      keyOf={({ seq, text }) => `${seq} ${text}`}
      linkOf={({ seq }) => `/audit/${seq}`}
    />
  );
}
