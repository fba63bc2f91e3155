/**
 * What became of a call on the line, and its SIP messages. Numbers in them are masked until they are asked for, which the
 * gateway records.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './call.module.css';
import { count } from './words.ts';

type Call = Schema<'OperatorCall'>;
type Line = NonNullable<Call['line']>;

function fetchCall(reference: string, full: boolean): Promise<Call> {
  const params = { path: { reference_id: reference }, query: full ? { full } : {} };
  return take(api.GET('/operator/v1/calls/{reference_id}', { params }));
}

export function CallSections({ reference }: { readonly reference: string }) {
  const call = useQuery({
    queryKey: ['messages', reference, 'call'],
    queryFn: () => fetchCall(reference, false),
  });
  return (
    <Section title="On the line">
      {call.isPending && <Skeleton lines={4} label="Loading the call" />}
      {call.error && (
        <Failure what="The call could not be loaded." error={call.error} onRetry={() => void call.refetch()} />
      )}
      {call.data &&
        (call.data.line === null ? <Empty title="Not over yet" /> : <OnLine call={call.data} line={call.data.line} />)}
      {call.data && call.data.trace.length > 0 && <Trace reference={reference} call={call.data} />}
    </Section>
  );
}

function OnLine({ call, line }: { readonly call: Call; readonly line: Line }) {
  return (
    <Facts
      facts={[
        ['How it ended', `${line.cause}${line.by === undefined ? '' : `, by ${BY[line.by] ?? line.by}`}`],
        ['The other side said', line.reason ?? '–'],
        ['Trunk', line.trunk ?? '–'],
        ['SIP status', line.sip_status ?? '–'],
        ['Q.850 cause', line.q850 ?? '–'],
        ['Dialled', <Time key="dialled" at={line.dialled_on} />],
        ['Rang', <Time key="rang" at={line.rang_on} />],
        ['Answered', <Time key="answered" at={line.answered_on} />],
        ['Ended', <Time key="ended" at={line.ended_on} />],
        ['Said', `${count(line.times_said ?? 0, 'time')}${line.codec ? `, ${line.codec}` : ''}`],
        ['Wrong codes', call.wrong_codes],
        ['Completed', <Time key="completed" at={call.completed_on} />],
      ]}
    />
  );
}

const BY: Readonly<Record<string, string>> = { us: 'the gateway', peer: 'the phone', network: 'the network' };

function Trace({ reference, call }: { readonly reference: string; readonly call: Call }) {
  const [shown, setShown] = useState<Call | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const show = () => fetchCall(reference, true).then(setShown, setFailure);
  const { trace } = shown ?? call;
  return (
    <details className={styles.trace}>
      <summary>{count(trace.length, 'SIP message')}</summary>
      {shown === null && (
        <Button size="small" icon="eye" needs="full" onClick={() => void show()}>
          Show its numbers
        </Button>
      )}
      {failure && <FailureNotice what="The numbers could not be shown." error={failure} />}
      <ol className={styles.list}>
        {trace.map(({ at, direction, peer, transport, text }) => (
          <li key={`${at} ${direction} ${text}`}>
            <p className={styles.head}>
              {direction === 'sent' ? 'To' : 'From'} {peer} by {transport.toUpperCase()} · <Time at={at} />
            </p>
            <pre className={styles.text}>{text}</pre>
          </li>
        ))}
      </ol>
    </details>
  );
}
