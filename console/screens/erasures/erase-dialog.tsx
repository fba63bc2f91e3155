/**
 * Asks twice before a number is erased: first what goes is counted, then the end of the number has to be typed once more.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { digitsOf } from '../../app/asked.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { countText } from '../../ui/figures.ts';
import { Form, textOf } from '../../ui/form.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { countedRows, type ErasureCount, endOf } from './words.ts';

interface CloseProps {
  readonly onClose: () => void;
}

export function EraseDialog({ onClose }: CloseProps) {
  const count = useMutation({
    mutationFn: async (typed: string) => {
      const number = digitsOf(typed) ?? typed;
      const counted = await take(api.POST('/operator/v1/erasures', { body: { number, count_only: true } }));
      return { number, counted: counted as ErasureCount };
    },
  });
  return (
    <Dialog title="Erase a number" isOpen onOpenChange={onClose}>
      {count.data ? (
        <Certain {...count.data} onClose={onClose} onBack={count.reset} />
      ) : (
        <Form label="Which number" onSubmit={(fields) => count.mutate(textOf(fields, 'number'))}>
          <p>First what is there is counted. Nothing is erased by that; that you asked is recorded.</p>
          <Field
            label="Number"
            name="number"
            inputMode="tel"
            autoComplete="off"
            spellCheck={false}
            required
            placeholder="+49 151 …"
            hint="With the code of its country."
          />
          {count.error && <FailureNotice what="It could not be counted." error={count.error} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" needs="erase" isBusy={count.isPending}>
              Count what goes
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

interface CertainProps extends CloseProps {
  readonly number: string;
  readonly counted: ErasureCount;
  readonly onBack: () => void;
}

function Certain({ number, counted, onClose, onBack }: CertainProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const [given, setGiven] = useState('');
  const { shown, typed } = endOf(number);
  const erase = useMutation({
    mutationFn: () => take(api.POST('/operator/v1/erasures', { body: { number } })),
    onSuccess: (receipt) => {
      say('The number is being erased.');
      void client.invalidateQueries({ queryKey: ['erasures'] });
      onClose();
      if ('id' in receipt) void navigate({ to: `/erasures/${receipt.id}` });
    },
  });
  const isTyped = given.trim() === typed;
  return (
    <Form label="What goes" onSubmit={() => isTyped && erase.mutate()}>
      <Counted counted={counted} />
      <p>
        Callbacks, inbound texts, calls and what else has to be read to be found go as well; the receipt counts them.
        What is erased cannot be brought back.
      </p>
      <Field
        label={`Type the last four digits of ${shown} to go on`}
        value={given}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setGiven(event.target.value)}
      />
      {erase.error && <FailureNotice what="It was not erased." error={erase.error} />}
      <DialogActions>
        <Button onClick={onBack}>Another number</Button>
        <Button type="submit" kind="danger" icon="eraser" needs="erase" disabled={!isTyped} isBusy={erase.isPending}>
          Erase the number
        </Button>
      </DialogActions>
    </Form>
  );
}

function Counted({ counted }: { readonly counted: ErasureCount }) {
  const rows = countedRows(counted);
  const { under_way: underWay, last_asked_on: last } = counted;
  return (
    <>
      {rows.length === 0 ? (
        <p>No message and no record of it was found by an index.</p>
      ) : (
        <Facts facts={rows.map(({ name, rows: count }) => [name, count])} />
      )}
      {underWay > 0 && (
        <p>
          {countText(underWay)} of the messages {underWay === 1 ? 'is' : 'are'} under way and finished first.
        </p>
      )}
      {last && (
        <p>
          It was erased before, <Time at={last} isRelative />.
        </p>
      )}
    </>
  );
}
