/**
 * The secrets that sign the callbacks of an account; one is shown to who asks for it, which the gateway records.
 */
import { useQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type CallbackSecret = Schema<'OperatorCallbackSecrets'>['secrets'][number];

/** `full`: with what they are. */
async function secretsOf(account: string, full?: true): Promise<readonly CallbackSecret[]> {
  const params = { path: { customer_id: account }, query: { full } };
  return (await take(api.GET('/operator/v1/accounts/{customer_id}/callback-secrets', { params }))).secrets;
}

export function CallbackSecrets({ id: account }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['accounts', account, 'callback-secrets'],
    queryFn: () => secretsOf(account),
  });
  const columns: ReadonlyArray<Column<CallbackSecret>> = [
    { id: 'made', head: 'Made', cell: ({ created_on: at }) => <Time at={at} /> },
    {
      id: 'ends',
      head: 'Signs until',
      cell: ({ expires_on: at }) => (at === null ? 'a newer one is made' : <Time at={at} />),
    },
    {
      id: 'secret',
      head: 'Secret',
      isWide: true,
      cell: ({ id }) => (
        <Secret
          masked="whsec_••••••"
          what="callback secret"
          needs="accounts"
          show={async () => (await secretsOf(account, true)).find((each) => each.id === id)?.secret ?? null}
        />
      ),
    },
  ];
  return (
    <Section title="Callback secrets">
      <p>Callbacks are signed with each of them after Standard Webhooks.</p>
      {isPending && <Skeleton lines={2} label="Loading the callback secrets" />}
      {error && (
        <Failure what="The callback secrets could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <Empty title="It has none yet">The first one is made with its first callback, or when it asks for one.</Empty>
      )}
      {data && data.length > 0 && (
        <Table label="Callback secrets" columns={columns} rows={data} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}
