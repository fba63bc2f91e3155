/**
 * Sends a range of callbacks once more: they are counted first, and the button that sends them says how many it is about.
 * A change of what is asked for needs to be counted anew.
 */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { fromField, toField } from '../../ui/local-time.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './callbacks.module.css';
import { STATES } from './fields.ts';
import { countedText, problemsOf, type Range, rangeOf } from './range.ts';

export interface RangeDialogProps {
  /** What the list is filtered by. */
  readonly begin: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

const SENT_AGAIN = [{ value: '', label: 'All that were sent' }, ...STATES.filter(({ value }) => value !== 'not_sent')];

const ask = (range: Range, isCountOnly: boolean) =>
  take(api.POST('/operator/v1/callbacks/redeliver', { body: { ...range, count_only: isCountOnly } }));

export function RangeDialog({ begin, onClose }: RangeDialogProps) {
  const say = useToast();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ state: 'given_up', ...begin });
  const [areProblemsShown, setProblemsShown] = useState(false);
  const count = useMutation({ mutationFn: (range: Range) => ask(range, true) });
  const order = useMutation({
    mutationFn: (range: Range) => ask(range, false),
    onSuccess: ({ count: sent }) => {
      say(`${countedText(sent)} sent again.`);
      onClose();
    },
  });
  const problems = problemsOf(values);
  const shown = areProblemsShown ? problems : {};
  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    count.reset();
    order.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblemsShown(true);
    if (Object.keys(problems).length > 0) return;
    if (count.data && count.data.count > 0) order.mutate(rangeOf(values));
    else count.mutate(rangeOf(values));
  };
  const counted = count.data?.count;
  return (
    <Dialog title="Send a range again" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <p className={styles.hint}>
          Each goes under its own id, and those of one message in their order, so a receiver that keeps ids knows them.
        </p>
        <Field
          label="Account"
          required
          autoComplete="off"
          spellCheck={false}
          value={values.customer_id ?? ''}
          problem={shown.customer_id}
          onChange={(event) => set('customer_id', event.target.value)}
        />
        <div className={styles.form}>
          <Select
            label="State"
            options={SENT_AGAIN}
            value={values.state ?? ''}
            onChange={(event) => set('state', event.target.value)}
          />
          <Field
            label="Endpoint"
            placeholder="all"
            autoComplete="off"
            spellCheck={false}
            value={values.endpoint ?? ''}
            onChange={(event) => set('endpoint', event.target.value)}
          />
          <Instant name="from" label="From" value={values.from} problem={shown.from} set={set} />
          <Instant name="to" label="Before" hint="Empty: until now." value={values.to} problem={shown.to} set={set} />
        </div>
        {count.error && <FailureNotice what="They could not be counted." error={count.error} />}
        {order.error && <FailureNotice what="They were not sent." error={order.error} />}
        {counted !== undefined && (
          <p>{counted === 0 ? 'No callback fits.' : `${countedText(counted)} would be sent.`}</p>
        )}
        <LiveRegion>{counted === undefined ? null : `${countedText(counted)} fit.`}</LiveRegion>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {counted ? (
            <Button
              type="submit"
              kind="primary"
              icon="repeat"
              needs="operate"
              isBusy={order.isPending}
              // It stands where "Count them" stood: the second half of a double click on that is no order.
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              {`Send ${countedText(counted)} again`}
            </Button>
          ) : (
            <Button type="submit" kind="primary" isBusy={count.isPending}>
              Count them
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface InstantProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string | undefined;
  readonly problem: string | undefined;
  readonly set: (name: string, value: string) => void;
}

/** The field keeps what is typed until it is left: half a date is none. */
function Instant({ name, value = '', set, ...rest }: InstantProps) {
  return (
    <Field
      {...rest}
      type="datetime-local"
      defaultValue={toField(value)}
      onChange={(event) => set(name, fromField(event.target.value))}
    />
  );
}
