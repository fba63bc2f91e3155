/**
 * What would happen to a request, in words; and what became of those that were sent, as it goes on.
 */
import { useQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { useHints } from '../../app/live.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText, localText } from '../../ui/time-text.ts';
import { EnterCode } from '../verification/enter-code.tsx';
import { methodName, methodStateOf, stateOf } from '../verification/story.ts';
import { type AnswerStatus, partsOf, statusOf } from './answer-words.ts';
import { Block } from './code-view.tsx';
import styles from './composer.module.css';
import type { Operation } from './operations.ts';
import { planWords } from './plan-words.ts';
import type { Answer } from './send.ts';

export interface SentRequest {
  readonly id: number;
  readonly at: string;
  readonly operation: Operation;
  readonly to: string;
  readonly answer: Answer;
}

export function Plan({ answer }: { readonly answer: Answer }) {
  const plan = answer.plan as Answer;
  const { headline, tone, lines } = planWords(plan, (at) => localText(Date.parse(at), Date.now()));
  return (
    <div className={styles.outcome} role="status">
      <p className={styles.headline}>
        <Badge tone={tone}>Plan</Badge> {headline}
      </p>
      <ul className={styles.lines}>
        {lines.map(({ text, tone: own }) => (
          <li key={text} data-tone={own}>
            {text}
          </li>
        ))}
      </ul>
      <Whole label="The whole plan" answer={plan} />
    </div>
  );
}

export function Sent({ sent }: { readonly sent: SentRequest }) {
  const { operation, to, at, answer } = sent;
  const reference = typeof answer.reference_id === 'string' ? answer.reference_id : null;
  return (
    <article className={styles.outcome} aria-label={`${operation.label} to ${to}`}>
      <p className={styles.sentHead}>
        <strong>{operation.label}</strong> to <Phone of={to} /> · <Time at={at} />
      </p>
      <Became operation={operation} reference={reference} answer={answer} />
      <Whole label="The answer" answer={answer} />
    </article>
  );
}

/** Whatever was sent, it is of the sandbox: its handset has a page. */
function Phone({ of: number }: { readonly of: string }) {
  return isNumber(number) ? <Link to={`/phones/${number}`}>{number}</Link> : <code>{number}</code>;
}

function isNumber(text: string): boolean {
  return /^\d{4,15}$/.test(text);
}

interface BecameProps {
  readonly operation: Operation;
  readonly reference: string | null;
  readonly answer: Answer;
}

function Became({ operation: { name }, reference, answer }: BecameProps) {
  if (reference === null) return <Answered answer={answer} />;
  switch (name) {
    case 'omnichannel':
    case 'messaging':
    case 'verify_sms':
    case 'verify_call':
      return <LiveMessage reference={reference} />;
    case 'verification':
      return <LiveVerification reference={reference} />;
    case 'session':
      return (
        <>
          <Answered answer={answer} />
          <Link to={`/masking/${reference}`}>Open the session</Link>
        </>
      );
    case 'phoneid':
      return (
        <>
          <Answered answer={answer} />
          <Link to={`/identity/${reference}`}>Open the look-up</Link>
        </>
      );
    case 'capability':
      return <Answered answer={answer} />;
  }
}

/** It is over with its answer. */
function Answered({ answer }: { readonly answer: Answer }) {
  const status = statusOf(answer);
  const facts = partsOf(answer).map(({ name, status: own, words }) => {
    const shown = (
      <span key={name} className={styles.part}>
        {own && <Told status={own} />} {words}
      </span>
    );
    return [name, shown] as const;
  });
  return (
    <>
      {status && (
        <p>
          <Told status={status} />
        </p>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  );
}

function Told({ status: { code, description, tone } }: { readonly status: AnswerStatus }) {
  return (
    <Badge tone={tone}>
      {description} {code}
    </Badge>
  );
}

function LiveMessage({ reference }: { readonly reference: string }) {
  const params = { params: { path: { reference_id: reference } } };
  const key = ['messages', reference];
  const message = useQuery({
    queryKey: key,
    queryFn: () => take(api.GET('/operator/v1/messages/{reference_id}', params)),
  });
  const history = useQuery({
    queryKey: [...key, 'history'],
    queryFn: () => take(api.GET('/operator/v1/messages/{reference_id}/history', params)),
  });
  useHints(['messages', 'calls', 'callbacks'], key);
  return (
    <>
      <p className={styles.status} role="status">
        {message.data && <StatusBadge status={message.data.status} />}
        <Link to={`/messages/${reference}`}>Open the message</Link>
      </p>
      {message.error && <FailureNotice what="Its status could not be loaded." error={message.error} />}
      {history.isPending && <Skeleton lines={3} label="Loading what happened" />}
      {history.data && <Steps steps={history.data.history} />}
    </>
  );
}

/** Each with how long it took since the one before. */
function Steps({ steps }: { readonly steps: Schema<'MessageHistory'>['history'] }) {
  const shown = steps.map(({ at, text, kind }, index) => {
    return { id: `${index} ${kind}`, after: sinceText(steps[index - 1]?.at, at), text };
  });
  return (
    <ol className={styles.steps} aria-label="What happened, oldest first">
      {shown.map(({ id, after, text }) => (
        <li key={id}>
          <span className={styles.after}>{after}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function sinceText(before: string | undefined, at: string): string {
  const ms = before === undefined ? 0 : Date.parse(at) - Date.parse(before);
  return ms === 0 ? '' : `+${lengthText(ms)}`;
}

function LiveVerification({ reference }: { readonly reference: string }) {
  const key = ['verifications', reference];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () =>
      take(api.GET('/operator/v1/verifications/{reference_id}', { params: { path: { reference_id: reference } } })),
  });
  useHints(['messages', 'calls'], key);
  if (error) return <FailureNotice what="Its state could not be loaded." error={error} />;
  if (!data) return <Skeleton lines={2} label="Loading its state" />;
  const [words, tone] = stateOf(data.state);
  return (
    <>
      <p className={styles.status} role="status">
        <Badge tone={tone}>{words}</Badge>
        <Link to={`/verifications/${reference}`}>Open the verification</Link>
      </p>
      <Facts
        facts={data.methods.map((each) => {
          const [own, ownTone] = methodStateOf(each);
          return [
            methodName(each.method),
            <Badge key={each.method} tone={ownTone}>
              {own}
            </Badge>,
          ];
        })}
      />
      {data.final_on === null && <EnterCode reference={reference} queryKey={key} />}
    </>
  );
}

function Whole({ label, answer }: { readonly label: string; readonly answer: Answer }) {
  return (
    <details className={styles.folded}>
      <summary>{label}</summary>
      <Block label={label} text={JSON.stringify(answer, null, 2)} />
    </details>
  );
}
