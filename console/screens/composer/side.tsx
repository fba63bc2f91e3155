/**
 * Beside the form: what is done with it, and one of the phone, the plan, what was sent, and the request as code.
 */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePermission, useWho } from '../../app/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CodeView } from './code-view.tsx';
import styles from './composer.module.css';
import { Plan, Sent, type SentRequest } from './outcome.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { previewOf } from './preview.ts';
import { type Composed, sandboxBodyOf } from './request.ts';
import { type Answer, sendComposed } from './send.ts';

export interface SideProps {
  readonly composed: Composed;
  readonly sent: readonly SentRequest[];
  readonly onSent: (sent: SentRequest) => void;
  /** What the gateway refused, null while it is asked. */
  readonly onRefused: (error: Error | null) => void;
}

type Part = 'phone' | 'plan' | 'sent' | 'code';

interface Planned {
  readonly of: string;
  readonly answer: Answer;
}

export function Side({ composed, sent, onSent, onRefused }: SideProps) {
  const { operation } = composed;
  const preview = previewOf(composed);
  const [part, setPart] = useState<Part>(preview ? 'phone' : 'sent');
  const body = JSON.stringify(sandboxBodyOf(composed));
  const begin = (next: Part) => {
    setPart(next);
    onRefused(null);
  };
  const plan = useMutation({
    mutationFn: async (): Promise<Planned> => ({ of: body, answer: await sendComposed(composed, true) }),
    onMutate: () => begin('plan'),
    onError: onRefused,
  });
  const send = useMutation({
    mutationFn: () => sendComposed(composed, false),
    onMutate: () => begin('sent'),
    onError: onRefused,
    onSuccess: (answer) =>
      onSent({ id: nextId(sent), at: new Date().toISOString(), operation, to: toOf(composed), answer }),
  });
  const tabs = [
    ...(preview ? [{ id: 'phone', label: 'Phone', content: <PhonePreview preview={preview} /> }] : []),
    ...(operation.hasPlan
      ? [{ id: 'plan', label: 'What would happen', content: <PlanPart plan={plan} isOld={plan.data?.of !== body} /> }]
      : []),
    {
      id: 'sent',
      label: sent.length === 0 ? 'Sent' : `Sent (${sent.length})`,
      content: <SentPart send={send} sent={sent} />,
    },
    { id: 'code', label: 'Code', content: <CodeView composed={composed} /> },
  ];
  return (
    <div className={styles.side}>
      <Actions
        hasPlan={operation.hasPlan}
        isPlanning={plan.isPending}
        isSending={send.isPending}
        onPlan={() => plan.mutate()}
        onSend={() => send.mutate()}
      />
      <Tabs label="Of this request" tabs={tabs} value={part} onChange={(id) => setPart(id as Part)} />
    </div>
  );
}

interface ActionsProps {
  readonly hasPlan: boolean;
  readonly isPlanning: boolean;
  readonly isSending: boolean;
  readonly onPlan: () => void;
  readonly onSend: () => void;
}

function Actions({ hasPlan, isPlanning, isSending, onPlan, onSend }: ActionsProps) {
  const { sandbox } = useWho();
  const why = usePermission('operate');
  const isAllowed = sandbox && why === null;
  useControlEnter(isAllowed && !isSending ? onSend : null);
  if (!sandbox) {
    return (
      <p className={styles.caption}>
        Without a sandbox nothing is sent from here: it takes the key of an account, and no key belongs into a browser.
        Take the request along as code.
      </p>
    );
  }
  return (
    <div className={styles.actions}>
      <Button kind="primary" icon="arrow" needs="operate" isBusy={isSending} onClick={onSend}>
        Send
      </Button>
      {hasPlan && (
        <Button icon="help" needs="operate" isBusy={isPlanning} onClick={onPlan}>
          What would happen
        </Button>
      )}
      <span className={styles.caption}>as the sandbox’s account; Ctrl Enter sends, too</span>
    </div>
  );
}

/** Null: nothing is sent. */
function useControlEnter(send: (() => void) | null): void {
  useEffect(() => {
    if (send === null) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      send();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [send]);
}

interface PlanPartProps {
  readonly plan: { readonly data?: Planned; readonly error: Error | null };
  /** The form has changed since. */
  readonly isOld: boolean;
}

function PlanPart({ plan: { data, error }, isOld }: PlanPartProps) {
  if (error) return <FailureNotice what="It would not be taken." error={error} />;
  if (!data) {
    return (
      <Empty title="Nothing was asked yet">
        “What would happen” checks and decides everything as if, and stores and sends nothing.
      </Empty>
    );
  }
  return (
    <>
      {isOld && <p className={styles.caption}>The form has changed since.</p>}
      <Plan answer={data.answer} />
    </>
  );
}

interface SentPartProps {
  readonly send: { readonly error: Error | null };
  readonly sent: readonly SentRequest[];
}

function SentPart({ send: { error }, sent }: SentPartProps) {
  return (
    <div className={styles.sent}>
      {error && <FailureNotice what="It was not taken." error={error} />}
      {sent.length === 0 && !error && (
        <Empty title="Nothing was sent yet">What becomes of a request stands here, as it goes on.</Empty>
      )}
      {sent.map((each) => (
        <Sent key={each.id} sent={each} />
      ))}
    </div>
  );
}

function nextId([newest]: readonly SentRequest[]): number {
  return (newest?.id ?? 0) + 1;
}

const NUMBERS = ['phone_number', 'recipient.phone_number', 'phone_number_1'];

function toOf({ values }: Composed): string {
  return NUMBERS.map((path) => values[path]).find(Boolean) ?? '';
}
