/**
 * The hard caps of an account's add-ons, and what is used of them this month. Where none is set nothing is shown.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';

type Cap = Schema<'OperatorAddonCapList'>['addon_caps'][number];

export function AddOnCaps({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const say = useToast();
  const [asked, setAsked] = useState<Cap | null>(null);
  const key = ['accounts', id, 'caps'];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () =>
      take(api.GET('/operator/v1/accounts/{customer_id}/addon-caps', { params: { path: { customer_id: id } } })),
  });
  const reset = async ({ add_on: addon }: Cap) => {
    const params = { path: { customer_id: id, addon } };
    const { forgotten } = await take(
      api.POST('/operator/v1/accounts/{customer_id}/addon-caps/{addon}/reset', { params }),
    );
    await client.invalidateQueries({ queryKey: key });
    say(`${forgotten} uses of ${addon} are forgotten.`);
  };
  if (error) return <Failure what="The caps could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data || data.addon_caps.length === 0) return null;
  const columns: ReadonlyArray<Column<Cap>> = [
    { id: 'add-on', head: 'Add-on', cell: ({ add_on: name }) => <code>{name}</code> },
    { id: 'used', head: 'Used', isNumber: true, cell: ({ used }) => countText(used) },
    { id: 'cap', head: 'Cap', isNumber: true, cell: ({ cap }) => countText(cap) },
    {
      id: 'do',
      head: 'Actions',
      cell: (cap) => (
        <Button
          size="small"
          kind="quiet"
          needs="accounts"
          aria-label={`Begin anew: ${cap.add_on}`}
          onClick={() => setAsked(cap)}
        >
          Begin anew
        </Button>
      ),
    },
  ];
  return (
    <Section title="Caps of add-ons this month">
      <Table label="Caps of add-ons" columns={columns} rows={data.addon_caps} keyOf={({ add_on: name }) => name} />
      <ConfirmDialog
        title={`Begin the month of ${asked?.add_on} anew?`}
        isOpen={asked !== null}
        onOpenChange={() => setAsked(null)}
        action="Begin it anew"
        onConfirm={async () => asked && reset(asked)}
      >
        What was used of the cap in this month is forgotten. Usage and bills stay.
      </ConfirmDialog>
    </Section>
  );
}
