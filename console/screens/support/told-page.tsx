/**
 * What became of one message, for who helps the person that it was for: a paragraph, what may be told, the steps, and what
 * kind of thing it was. No carrier is named, and what it said is not on the page. It is fetched again whenever it changes.
 */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Code, Copy } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Story } from '../../ui/story.tsx';
import { Time } from '../../ui/time.tsx';
import { localText } from '../../ui/time-text.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { storyOf, whatToTell } from '../message/story.ts';
import { useOwnHints } from '../message/use-own-hints.ts';
import { channelName, contentName, kindName, lengthOf } from '../message/words.ts';
import { outcomeOf } from './asked.ts';
import { stepsOf } from './steps.ts';
import styles from './support.module.css';

type Message = Schema<'OperatorMessage'>;

export function ToldPage() {
  const { reference = '' } = useParams({ strict: false }) as { reference?: string };
  const key = ['messages', reference];
  const params = { path: { reference_id: reference } };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => take(api.GET('/operator/v1/messages/{reference_id}', { params })),
  });
  useOwnHints(['messages', 'calls', 'callbacks'], [reference, ...(data?.callbacks ?? []).map(({ id }) => id)], key);
  if (data && data.reference_id !== reference) return <Navigate to={`/support/${data.reference_id}`} replace />;
  const [words, tone] = data ? outcomeOf(data) : ['', 'calm' as const];
  return (
    <Page
      title={data ? kindName(data.kind) : 'What happened'}
      aside={data && <Badge tone={tone}>{words}</Badge>}
      lead={<Link to="/support">Ask about something else</Link>}
    >
      {isPending && <Skeleton lines={6} label="Loading what happened" />}
      {error && <Failure what="What happened could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && <Told message={data} />}
    </Page>
  );
}

const say = (at: string) => localText(Date.parse(at), Date.now());

function Told({ message }: { readonly message: Message }) {
  const { reference_id: reference, recipient, created_on: at } = message;
  const story = storyOf(message, { say, namesCarriers: false });
  const tell = whatToTell(message, say);
  const show = async () => {
    const params = { path: { reference_id: reference }, query: { full: true } };
    return (await take(api.GET('/operator/v1/messages/{reference_id}', { params }))).recipient;
  };
  const asText = `${story}\n${tell}\nReference: ${reference}`;
  return (
    <div className={styles.column}>
      <Section
        title="What happened"
        actions={
          <span>
            <Copy value={asText} what="it for a ticket" isNamed />
          </span>
        }
      >
        <Story>{story}</Story>
      </Section>
      <Section title="What you may tell the person">
        <p className={styles.tell}>{tell}</p>
      </Section>
      <Section title="Step by step">
        <Timeline label="Step by step, oldest first" entries={stepsOf(message)} />
      </Section>
      <Section title="What it was">
        <WhatItWas reference={reference} />
        <Facts
          facts={[
            ['Number', <Secret key="number" masked={recipient} what="number" show={show} />],
            ['Sent', <Time key="sent" at={at} />],
            ['External id', message.external_id ?? '–'],
            ['Account', message.customer_id],
            ['Reference', <Code key="reference" value={reference} what="the reference" />],
            ...(message.verification === null
              ? []
              : [
                  [
                    'Verification',
                    <Link key="verification" to={`/verifications/${message.verification}`}>
                      What became of its code
                    </Link>,
                  ] as const,
                ]),
            [
              'Everything else',
              <Link key="more" to={`/messages/${reference}`}>
                Its page for operators
              </Link>,
            ],
          ]}
        />
      </Section>
    </div>
  );
}

/** Of what kind and how long; not what it said. */
function WhatItWas({ reference }: { readonly reference: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['messages', reference, 'contents'],
    queryFn: () =>
      take(api.GET('/operator/v1/messages/{reference_id}/contents', { params: { path: { reference_id: reference } } })),
  });
  if (error) return <Failure what="What it was could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton lines={1} label="Loading what it was" />;
  return (
    <ul className={styles.contents} aria-label="What it was">
      {data.contents.map(({ channel, type, sender, ...rest }) => (
        <li key={channel}>
          {[`${channelName(channel)}: ${contentName(type)}`, lengthOf(rest), sender === null ? '' : `from ${sender}`]
            .filter((each) => each !== '')
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}
