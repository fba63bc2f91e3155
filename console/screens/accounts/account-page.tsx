/**
 * One account: what it is, and its parts. Which part is shown stands in the address.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useHints } from '../../app/live.tsx';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useTab } from '../../ui/use-tab.ts';
import styles from './accounts.module.css';
import { StateBadge } from './accounts-page.tsx';
import { CallbackSecrets } from './callback-secrets.tsx';
import { ChangeAccount } from './change-account.tsx';
import { KINDS, productText } from './fields.ts';
import { Keys } from './keys.tsx';
import { Senders } from './senders.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Templates } from './templates.tsx';
import { UsageView } from './usage-view.tsx';
import { VerifiedNumbers } from './verified-numbers.tsx';

type Account = Schema<'OperatorWholeAccount'>;

export function AccountPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const key = ['accounts', id];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => take(api.GET('/operator/v1/accounts/{customer_id}', { params: { path: { customer_id: id } } })),
  });
  useHints(['accounts'], key);
  return (
    <Page
      title={data?.name ?? 'Account'}
      aside={data && <StateBadge state={data.state} />}
      lead={<Link to="/accounts">All accounts</Link>}
      actions={
        data && (
          <>
            <ChangeAccount account={data} />
            <Standing account={data} />
          </>
        )
      }
    >
      {isPending && <Skeleton lines={8} label="Loading the account" />}
      {error && <Failure what="The account could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && <Parts account={data} />}
    </Page>
  );
}

function Parts({ account }: { readonly account: Account }) {
  const tabs = [
    {
      id: 'account',
      label: 'Account',
      content: (
        <div className={styles.parts}>
          <Known account={account} />
          <Keys account={account} />
          <CallbackSecrets id={account.customer_id} />
          <Senders account={account} />
          <VerifiedNumbers account={account} />
        </div>
      ),
    },
    { id: 'settings', label: 'Settings and limits', content: <SettingsForm account={account} /> },
    { id: 'usage', label: 'Usage', content: <UsageView id={account.customer_id} /> },
    { id: 'templates', label: 'Templates', content: <Templates id={account.customer_id} /> },
  ];
  const tab = useTab(tabs.map(({ id }) => id));
  return <Tabs label="Parts of the account" tabs={tabs} {...tab} />;
}

function Known({ account }: { readonly account: Account }) {
  const { customer_id: id, kind, products, addons, created_on: made, updated_on: changed } = account;
  const countries = account.settings.allowed_countries ?? ['*'];
  return (
    <Facts
      facts={[
        ['Customer ID', <Code key="id" value={id} what="the Customer ID" />],
        ['Kind', KINDS[kind]],
        ['Products', productText(products) || '–'],
        ['Add-ons', addons.join(', ') || '–'],
        ['May send to', countries.includes('*') ? 'All countries' : countries.join(', ')],
        ['Made', <Time key="made" at={made} />],
        ['Changed', <Time key="changed" at={changed} />],
        [
          'Messages',
          <Link key="messages" to="/find" search={{ customer_id: id }}>
            Its messages
          </Link>,
        ],
        [
          'Batches',
          <Link key="batches" to="/batches" search={{ customer_id: id }}>
            Its batches
          </Link>,
        ],
      ]}
    />
  );
}

/** Suspends it, or lets it work again: both are asked before. */
function Standing({ account: { customer_id: id, name, state } }: { readonly account: Account }) {
  const client = useQueryClient();
  const say = useToast();
  const [isAsking, setAsking] = useState(false);
  const isActive = state === 'active';
  const change = async () => {
    const params = { params: { path: { customer_id: id } } };
    if (isActive) await take(api.POST('/operator/v1/accounts/{customer_id}/suspend', params));
    else await take(api.POST('/operator/v1/accounts/{customer_id}/activate', params));
    await client.invalidateQueries({ queryKey: ['accounts'] });
    say(isActive ? `${name} is suspended.` : `${name} works again.`);
  };
  return (
    <>
      <Button icon={isActive ? 'pause' : 'play'} needs="accounts" onClick={() => setAsking(true)}>
        {isActive ? 'Suspend' : 'Activate'}
      </Button>
      <ConfirmDialog
        title={isActive ? `Suspend ${name}?` : `Activate ${name}?`}
        isOpen={isAsking}
        onOpenChange={setAsking}
        action={isActive ? 'Suspend it' : 'Activate it'}
        isHarmless={!isActive}
        onConfirm={change}
      >
        {isActive
          ? 'Within 5 s everything that it asks for is refused. What was accepted before is still sent.'
          : 'It may ask for everything again.'}
      </ConfirmDialog>
    </>
  );
}
