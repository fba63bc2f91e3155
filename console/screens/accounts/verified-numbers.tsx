/**
 * The numbers that a trial account may reach. They are masked until somebody asks, and one is removed only where it is seen
 * in full: two masked ones may look the same.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';

type Account = Schema<'OperatorWholeAccount'>;

interface Row {
  readonly id: string;
  readonly number: string;
}

/** As long as a number is shown elsewhere (secret.tsx). */
const SHOWN_FOR_MS = 120_000;
const PATH = '/operator/v1/accounts/{customer_id}/verified-numbers/{number}';

export function VerifiedNumbers({ account }: { readonly account: Account }) {
  const { kind, verified_numbers: masked } = account;
  const { shown, setShown, show, add, remove } = useNumbers(account);
  const rows = (shown ?? masked).map((number, at) => ({ id: `${at} ${number}`, number }));
  if (kind !== 'trial' && masked.length === 0) return null;
  const error = add.error ?? remove.error ?? show.error;
  const columns: ReadonlyArray<Column<Row>> = [
    { id: 'number', head: 'Number', isWide: true, cell: ({ number }) => <code>{number}</code> },
    ...(shown === null ? [] : [removal(remove.mutate)]),
  ];
  return (
    <Section
      title="Verified numbers"
      actions={
        shown === null ? (
          <Button
            icon="eye"
            needs="full"
            isBusy={show.isPending}
            disabled={masked.length === 0}
            onClick={() => show.mutate()}
          >
            Show the numbers
          </Button>
        ) : (
          <Button onClick={() => setShown(null)}>Hide the numbers</Button>
        )
      }
    >
      {kind === 'trial' && <p>A trial account reaches these alone.</p>}
      {rows.length === 0 ? (
        <Empty title="It has no verified number">Whatever it sends is refused.</Empty>
      ) : (
        <Table label="Verified numbers" columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      {error && <FailureNotice what="It was not done." error={error} />}
      <Form
        label="Add a verified number"
        isRow
        onSubmit={(fields, form) => {
          add.mutate(textOf(fields, 'number').replace(/[^\d+]/g, ''), { onSuccess: () => form.reset() });
        }}
      >
        <Field label="Number" name="number" type="tel" required placeholder="+49 151 …" autoComplete="off" />
        <Button type="submit" needs="accounts" isBusy={add.isPending}>
          Add it
        </Button>
      </Form>
    </Section>
  );
}

function removal(remove: (number: string) => void): Column<Row> {
  return {
    id: 'do',
    head: 'Actions',
    cell: ({ number }) => (
      <Button size="small" kind="quiet" needs="accounts" aria-label={`Remove ${number}`} onClick={() => remove(number)}>
        Remove
      </Button>
    ),
  };
}

/** What is shown in full goes along with what is added and removed. */
function useNumbers({ customer_id: id }: Account) {
  const client = useQueryClient();
  const say = useToast();
  const [shown, setShown] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const changed = async (numbers: (before: readonly string[]) => readonly string[], words: string) => {
    setShown((before) => before && numbers(before));
    await client.invalidateQueries({ queryKey: ['accounts', id] });
    say(words);
  };
  const show = useMutation({
    mutationFn: () => {
      const params = { path: { customer_id: id }, query: { full: true } };
      return take(api.GET('/operator/v1/accounts/{customer_id}', { params }));
    },
    onSuccess: ({ verified_numbers: numbers }) => setShown(numbers),
  });
  const add = useMutation({
    mutationFn: (number: string) => take(api.PUT(PATH, { params: { path: { customer_id: id, number } } })),
    onSuccess: ({ number }) =>
      changed((before) => [...before.filter((each) => each !== number), number], 'The number is added.'),
  });
  const remove = useMutation({
    mutationFn: (number: string) => take(api.DELETE(PATH, { params: { path: { customer_id: id, number } } })),
    onSuccess: ({ number }) => changed((before) => before.filter((each) => each !== number), 'The number is removed.'),
  });
  return { shown, setShown, show, add, remove };
}
