/**
 * The hard caps of all accounts in this month, and the order that begins a month anew.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { countText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { addOnText } from './words.ts';

type Capped = Schema<'OperatorAddonCapPage'>['accounts'][number];

interface Cap {
  readonly account: string;
  readonly name: string;
  readonly addOn: string;
  readonly most: number;
  readonly used: number;
}

export function Caps() {
  const client = useQueryClient();
  const say = useToast();
  const [resetting, setResetting] = useState<Cap | null>(null);
  const list = useLivePages<Capped>({
    key: ['addon-caps'],
    topics: ['look_ups', 'accounts'],
    idOf: ({ customer_id: id }) => id,
    fetchPage: async (after) => {
      const { accounts, next } = await take(api.GET('/operator/v1/addon-caps', { params: { query: { after } } }));
      return { rows: accounts, next };
    },
  });
  const reset = async ({ account, addOn }: Cap) => {
    const params = { path: { customer_id: account, addon: addOn } };
    await take(api.POST('/operator/v1/accounts/{customer_id}/addon-caps/{addon}/reset', { params }));
    say(`The month of ${addOnText(addOn)} begins anew.`);
    void client.invalidateQueries({ queryKey: ['addon-caps'] });
  };
  return (
    <Section title="Hard caps this month">
      <LivePages
        list={list}
        what="accounts with caps"
        nothing={
          <Empty title="No account has a hard cap">
            An account sets how often it uses an add-on in a month in <code>addon_caps</code>.
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label="Hard caps"
            columns={columnsOf(setResetting)}
            rows={rows.flatMap(capsOf)}
            keyOf={({ account, addOn }) => `${account} ${addOn}`}
          />
        )}
      </LivePages>
      {resetting && (
        <ConfirmDialog
          title="Begin the month anew?"
          action="Begin anew"
          isOpen
          onOpenChange={() => setResetting(null)}
          onConfirm={() => reset(resetting)}
        >
          <p>
            {`${resetting.name} has used ${addOnText(resetting.addOn)} ${countText(resetting.used)} times of ${countText(resetting.most)}. That is forgotten, and it may be used as often again. What was used is billed all the same.`}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function capsOf({ customer_id: account, name, addon_caps: caps }: Capped): Cap[] {
  return caps.map(({ add_on: addOn, cap, used }) => ({ account, name, addOn, most: cap ?? 0, used }));
}

function columnsOf(reset: (cap: Cap) => void): ReadonlyArray<Column<Cap>> {
  return [
    { id: 'account', head: 'Account', cell: ({ account, name }) => <Link to={`/accounts/${account}`}>{name}</Link> },
    { id: 'addon', head: 'Add-on', isWide: true, cell: ({ addOn }) => addOnText(addOn) },
    {
      id: 'used',
      head: 'Used',
      cell: ({ used, most }) => (
        <Meter value={used} of={most}>
          {`${countText(used)} of ${countText(most)}`}
        </Meter>
      ),
    },
    {
      id: 'reset',
      head: 'Order',
      cell: (cap) => (
        <Button size="small" kind="quiet" needs="operate" onClick={() => reset(cap)}>
          Begin anew
        </Button>
      ),
    },
  ];
}
