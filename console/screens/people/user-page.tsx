/**
 * One user: role and state, what lets them in, and what an admin can change of it.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';
import { UserActions } from './user-actions.tsx';
import { UserState } from './users.tsx';
import { roleText } from './words.ts';

export function UserPage() {
  const { name = '' } = useParams({ strict: false }) as { name?: string };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['users', name],
    queryFn: () => take(api.GET('/operator/v1/users/{user_name}', { params: { path: { user_name: name } } })),
  });
  return (
    <Page
      title={name}
      aside={data && <UserState user={data} />}
      lead={<Link to="/people">All users</Link>}
      actions={data && <UserActions user={data} />}
    >
      {isPending && <Skeleton lines={6} label="Loading the user" />}
      {error && <Failure what="The user could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Known user={data} />
          <Sessions title="Sessions" user={name} />
          <Tokens title="Personal tokens" user={name} />
        </>
      )}
    </Page>
  );
}

function Known({ user }: { readonly user: Schema<'PeopleUser'> }) {
  const { role, rights, email, has_password: hasPassword, second_factor: hasFactor } = user;
  return (
    <Facts
      facts={[
        ['Role', roleText(role)],
        ['Rights', rights.join(', ') || '–'],
        ['Address', email ?? '–'],
        ['Password', hasPassword ? 'Set' : 'None: signs in by an invite or a provider'],
        ['Second factor', hasFactor ? 'In use' : 'None'],
        ['Signed in', <Time key="signed" at={user.signed_in_on} isRelative />],
        ['Made', <Time key="made" at={user.created_on} />],
        ['Made by', user.created_by],
      ]}
    />
  );
}
