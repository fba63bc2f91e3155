/**
 * The list of users, and the way to a new one.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { NewUser } from './new-user.tsx';
import { roleText } from './words.ts';

type User = Schema<'PeopleUser'>;

export function Users() {
  const [isMaking, setMaking] = useState(false);
  const ways = useQuery({ queryKey: ['ways-in'], queryFn: () => take(api.GET('/operator/v1/session/ways')) });
  const list = useLivePages<User>({
    key: ['users', 'list'],
    topics: [],
    idOf: ({ name }) => name,
    fetchPage: async (after) => {
      const { users, next } = await take(api.GET('/operator/v1/users', { params: { query: { after } } }));
      return { rows: users, next };
    },
  });
  return (
    <Section
      title="Users"
      actions={
        <Button kind="primary" icon="plus" needs="admin" onClick={() => setMaking(true)}>
          New user
        </Button>
      }
    >
      {ways.data && <p>{waysText(ways.data)}</p>}
      <LivePages
        list={list}
        what="users"
        nothing={<Empty title="There is no user yet">Whoever signs in does it with the operator token.</Empty>}
      >
        {(rows) => (
          <Table
            label="Users"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ name }) => name}
            linkOf={({ name }) => `/people/${name}`}
          />
        )}
      </LivePages>
      {isMaking && <NewUser onClose={() => setMaking(false)} />}
    </Section>
  );
}

/** What the settings say of signing in. */
function waysText({ oidc, token, second_factor: factor }: Schema<'PeopleWays'>): string {
  const provider = oidc
    ? 'A provider of identities is configured: whoever it names with a role becomes a user.'
    : 'No provider of identities is configured.';
  const needed = factor === 'required' ? ' A second factor is required.' : '';
  return `${provider}${needed}${token ? '' : ' The operator token is off.'}`;
}

const COLUMNS: ReadonlyArray<Column<User>> = [
  { id: 'name', head: 'Name', cell: ({ name }) => name },
  { id: 'email', head: 'Address', isWide: true, cell: ({ email }) => email ?? '' },
  { id: 'role', head: 'Role', cell: ({ role }) => roleText(role) },
  { id: 'state', head: 'State', cell: (user) => <UserState user={user} /> },
  { id: 'factor', head: 'Second factor', cell: ({ second_factor: has }) => (has ? 'In use' : '–') },
  { id: 'signed', head: 'Signed in', cell: ({ signed_in_on: at }) => <Time at={at} isRelative /> },
];

export function UserState({ user: { state } }: { readonly user: User }) {
  return state === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Disabled</Badge>;
}
