/**
 * The API keys of an account: one is made and shown this once; revoking one asks.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';

type Account = Schema<'OperatorWholeAccount'>;
type Key = Schema<'OperatorKey'>;

export function Keys({ account: { customer_id: id, name, keys, settings } }: { readonly account: Account }) {
  const client = useQueryClient();
  const say = useToast();
  const [leaving, setLeaving] = useState<Key | null>(null);
  const fresh = () => client.invalidateQueries({ queryKey: ['accounts', id] });
  const make = useMutation({
    mutationFn: () =>
      take(api.POST('/operator/v1/accounts/{customer_id}/keys', { params: { path: { customer_id: id } }, body: {} })),
    onSuccess: () => void fresh(),
  });
  const revoke = async (key: Key) => {
    const params = { path: { customer_id: id, key_id: key.id } };
    await take(api.DELETE('/operator/v1/accounts/{customer_id}/keys/{key_id}', { params }));
    await fresh();
    say(`The key ${key.hint} is revoked.`);
  };
  const columns: ReadonlyArray<Column<Key>> = [
    { id: 'hint', head: 'Hint', cell: ({ hint }) => <code>{hint}</code> },
    {
      id: 'state',
      head: 'State',
      cell: (key) => <KeyState keyRow={key} signs={settings.callback_key_id === key.id} />,
    },
    { id: 'made', head: 'Made', cell: ({ created_on: at }) => <Time at={at} /> },
    { id: 'revoked', head: 'Revoked', isWide: true, cell: ({ revoked_on: at }) => at && <Time at={at} /> },
    {
      id: 'do',
      head: 'Actions',
      cell: (key) =>
        key.revoked_on === null && (
          <Button
            size="small"
            kind="quiet"
            needs="accounts"
            aria-label={`Revoke the key ${key.hint}`}
            onClick={() => setLeaving(key)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  const live = keys.filter(({ revoked_on: at }) => at === null).length;
  return (
    <Section
      title="Keys"
      actions={
        <Button icon="key" needs="accounts" isBusy={make.isPending} onClick={() => make.mutate()}>
          Make a key
        </Button>
      }
    >
      <p>The hint is the beginning of the SHA-256 of a key, to tell keys apart.</p>
      {make.error && <FailureNotice what="The key was not made." error={make.error} />}
      {keys.length === 0 ? (
        <Empty title="It has no key">Without one it can ask for nothing.</Empty>
      ) : (
        <Table label="Keys" columns={columns} rows={keys} keyOf={({ id: key }) => key} />
      )}
      {make.data?.api_key !== undefined && (
        <ShownOnce title={`A key of ${name}`} what="the API key" value={make.data.api_key} onDone={make.reset} />
      )}
      <ConfirmDialog
        title={`Revoke the key ${leaving?.hint}?`}
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        action="Revoke the key"
        onConfirm={async () => leaving && revoke(leaving)}
      >
        Within 5 s it works nowhere any more, and it cannot be taken back.
        {live === 1 && ' It is the last one: the account can ask for nothing then.'}
      </ConfirmDialog>
    </Section>
  );
}

function KeyState({ keyRow: { revoked_on: revoked }, signs }: { readonly keyRow: Key; readonly signs: boolean }) {
  if (revoked !== null) return <Badge>Revoked</Badge>;
  return <Badge tone="good">{signs ? 'Works, signs callbacks' : 'Works'}</Badge>;
}
