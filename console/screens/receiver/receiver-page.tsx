/**
 * One receiver of the sandbox: its address, what it answers, and what came, newest first, each with its signatures. It is
 * fetched again whenever a callback has been sent, and every few seconds: of what others send it nothing tells.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useEvery, useHints } from '../../app/live.tsx';
import { usePermission } from '../../app/session-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Code, Copy } from '../../ui/copy.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { Select } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Sent } from '../callbacks/signatures.ts';
import { SignaturesPart } from '../callbacks/signatures-part.tsx';
import { readable } from '../callbacks/words.ts';
import { answersWith, callbackOf, gistOf, inOrder, joined, type Received, SIGNED, toneOfAnswer } from './received.ts';
import styles from './receiver.module.css';

type Receiver = Schema<'OperatorReceiver'>;

/** As the sandbox has it from the beginning (docs/sandbox.md). */
const FIRST = 'callbacks';
const KEY = ['receivers'];
const EVERY_MS = 5_000;

export function ReceiverPage() {
  const { name = FIRST } = useSearch({ strict: false }) as { name?: string };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => take(api.GET('/operator/v1/sandbox/receivers')),
    refetchInterval: useEvery(EVERY_MS),
  });
  useHints(['callbacks', 'inbound'], KEY);
  const receiver = data?.receivers.find((each) => each.name === name);
  return (
    <Page
      title="Receiver"
      lead="Callbacks that the sandbox receives itself, so that nobody needs a server to see them."
    >
      {isPending && <Skeleton lines={4} label="Loading the receiver" />}
      {error && <Failure what="The receiver could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && data.receivers.length > 1 && <Choice receivers={data.receivers} name={name} />}
      {receiver && <Known key={name} receiver={receiver} />}
      {data && !receiver && (
        <Empty title={`There is no receiver ${name}`}>It is there once something is sent to it.</Empty>
      )}
      {receiver && <WhatCame key={`${name} requests`} name={name} />}
    </Page>
  );
}

function Choice({ receivers, name }: { readonly receivers: readonly Receiver[]; readonly name: string }) {
  const navigate = useNavigate();
  return (
    <div className={styles.choice}>
      <Select
        label="Receiver"
        value={name}
        options={receivers.map((each) => ({ value: each.name, label: `${each.name} (${each.count})` }))}
        onChange={(event) => void navigate({ to: '.', search: { name: event.target.value } as never })}
      />
    </div>
  );
}

function Known({ receiver }: { readonly receiver: Receiver }) {
  const client = useQueryClient();
  const say = useToast();
  const why = usePermission('operate');
  const { error, mutate } = useMutation({
    mutationFn: (status: number) =>
      take(
        api.PUT('/operator/v1/sandbox/receivers/{receiver}', {
          params: { path: { receiver: receiver.name } },
          body: { status },
        }),
      ),
    onSuccess: ({ answers }) => {
      say(`The receiver answers ${answers} from now on.`);
      return client.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <>
      <Facts
        facts={[
          ['Address', <Code key="url" value={receiver.url} what="the address" />],
          ['Requests', receiver.count.toLocaleString('en')],
          ['Last', <Time key="last" at={receiver.last_on} isRelative />],
        ]}
      />
      <div className={styles.choice}>
        <Select
          label="It answers"
          hint={why ?? 'To see what becomes of callbacks that a receiver refuses.'}
          disabled={why !== null}
          value={String(receiver.answers)}
          options={answersWith(receiver.answers)}
          onChange={(event) => mutate(Number(event.target.value))}
        />
      </div>
      {error && <FailureNotice what="It still answers as before." error={error} />}
    </>
  );
}

function WhatCame({ name }: { readonly name: string }) {
  const client = useQueryClient();
  const key = ['receivers', name];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => requestsOf(name, client.getQueryData<Requests>(key)?.requests ?? []),
    refetchInterval: useEvery(EVERY_MS),
  });
  return (
    <Section title="What came">
      {isPending && <Skeleton lines={5} label="Loading the requests" />}
      {error && <Failure what="The requests could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && data.requests.length === 0 && (
        <Empty title="Nothing has come yet">
          Send a message from Phones or the composer, or one without a callback_url, or with this address as its
          callback_url.
        </Empty>
      )}
      {data && data.requests.length > 0 && (
        <ul className={styles.list} aria-label="Requests, newest first">
          {data.requests.toReversed().map((request) => (
            <Request key={request.n} request={request} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface Requests {
  readonly requests: readonly Received[];
}

/** What is known is not fetched again, but for the last one. */
async function requestsOf(name: string, known: readonly Received[]): Promise<Requests> {
  const fetchAfter = (after: number | undefined): Promise<Requests> => {
    const params = { path: { receiver: name }, query: { after } };
    return take(api.GET('/operator/v1/sandbox/receivers/{receiver}/requests', { params }));
  };
  const last = known.at(-1);
  const since = last && joined(known, (await fetchAfter(last.n - 1)).requests);
  return since ? { requests: since } : fetchAfter(undefined);
}

function Request({ request }: { readonly request: Received }) {
  const { n, method, received_on: at, headers, body, answered, signature } = request;
  const signed = SIGNED[signature];
  const callback = callbackOf(request);
  return (
    <li>
      <details className={styles.request}>
        <summary>
          <span className={styles.number}>{n}</span>
          <span className={styles.gist}>{gistOf(body)}</span>
          <span className={styles.badges}>
            {signed && <Badge tone={signed.tone}>{signed.words}</Badge>}
            <Badge tone={toneOfAnswer(answered)}>Answered {answered}</Badge>
          </span>
          <span className={styles.time}>
            <Time at={at} />
          </span>
        </summary>
        <div className={styles.whole}>
          {callback !== null && (
            <p>
              <Link to={`/callbacks/${callback}`}>The callback with its tries</Link>
            </p>
          )}
          <p>
            <code>{method}</code>
          </p>
          <dl className={styles.headers}>
            {inOrder(headers).map(([header, value]) => (
              <div key={header}>
                <dt>{header}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {body !== null && body !== '' && (
            <>
              <pre className={styles.body}>{readable(body)}</pre>
              <span>
                <Copy value={body} what="the body as it came" isNamed />
              </span>
              {headers['webhook-id'] !== undefined && <Signatures sent={{ headers, body }} />}
            </>
          )}
        </div>
      </details>
    </li>
  );
}

/** Computed once somebody wants to see them. */
function Signatures({ sent }: { readonly sent: Sent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.check}>Check its signatures</summary>
      {isOpen && <SignaturesPart sent={sent} />}
    </details>
  );
}
