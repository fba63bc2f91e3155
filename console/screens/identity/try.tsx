/**
 * A look-up as the sandbox's account: first its plan, which asks no source and costs nothing, then the look-up itself.
 */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { digitsOf } from '../../app/asked.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Choices, Form, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './identity.module.css';
import { CodeBadge } from './look-up-page.tsx';
import { type AddOnPlan, planOf } from './plan.ts';
import { ADD_ONS, addOnText, costText } from './words.ts';

interface Asked {
  readonly phone_number: string;
  readonly addons: Readonly<Record<string, object>>;
}

/** It compares with what the caller knows, and this form asks for no such values. */
const NEEDS_VALUES = 'contact_match';

const OPTIONS = Object.entries(ADD_ONS)
  .filter(([value]) => value !== NEEDS_VALUES)
  .map(([value, label]) => ({ value, label }));

function send(asked: Asked, isPlan: boolean) {
  const body = { operation: 'phoneid' as const, body: { ...asked }, dry_run: isPlan };
  return take(api.POST('/operator/v1/sandbox/send', { body }));
}

export function Try() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const plan = useMutation({ mutationFn: async (what: Asked) => planOf(await send(what, true)) });
  const real = useMutation({
    mutationFn: (what: Asked) => send(what, false),
    onSuccess: ({ reference_id: reference }) => void navigate({ to: `/identity/${String(reference)}` }),
  });
  const look = (fields: FormData) => {
    const typed = textOf(fields, 'number');
    const addons = Object.fromEntries(fields.getAll('addons').map((name) => [String(name), {}]));
    const what = { phone_number: digitsOf(typed) ?? typed, addons };
    setAsked(what);
    plan.mutate(what);
  };
  return (
    <div className={styles.part}>
      <Section title="Try a look-up">
        <Form label="Try a look-up" onSubmit={look}>
          <Field
            label="Number"
            name="number"
            inputMode="tel"
            autoComplete="off"
            required
            placeholder="+49 151 12345100"
            hint="The last three digits choose its story."
          />
          <Choices label="Add-ons" name="addons" options={OPTIONS} chosen={['sim_swap', 'porting_status']} />
          <DialogActions>
            <Button type="submit" kind="primary" needs="operate" isBusy={plan.isPending}>
              Show the plan
            </Button>
          </DialogActions>
        </Form>
        {plan.error && <FailureNotice what="There is no plan." error={plan.error} />}
      </Section>
      {plan.data && asked && (
        <Section
          title="What would be asked"
          actions={
            <Button needs="operate" icon="search" isBusy={real.isPending} onClick={() => real.mutate(asked)}>
              Look it up
            </Button>
          }
        >
          <p role="status">
            {`It would be answered ${plan.data.code}: ${plan.data.description}. At most it costs ${costText(plan.data.mostCost)}.`}
          </p>
          {plan.data.addOns.length === 0 ? (
            <Empty title="No source is asked">What numbering plans know needs none.</Empty>
          ) : (
            <Table label="Plan" columns={COLUMNS} rows={plan.data.addOns} keyOf={({ key }) => key} />
          )}
          {real.error && <FailureNotice what="It was not looked up." error={real.error} />}
        </Section>
      )}
    </div>
  );
}

const COLUMNS: ReadonlyArray<Column<AddOnPlan>> = [
  { id: 'addon', head: 'Add-on', cell: ({ key }) => addOnText(key) },
  {
    id: 'ends',
    head: 'Outcome',
    cell: ({ code }) => (code === null ? <Badge tone="accent">Sources decide</Badge> : <CodeBadge code={code} />),
  },
  { id: 'sources', head: 'Sources, in their order', isWide: true, cell: ({ sources }) => sources.join(', ') || '–' },
  { id: 'cap', head: 'Cap', cell: ({ cap }) => cap ?? 'none' },
  { id: 'cost', head: 'At most', isNumber: true, cell: ({ mostCost }) => costText(mostCost) },
];
