/**
 * What everybody does for themselves: the password, a second factor, personal tokens and sessions.
 */
import { useWho } from '../../app/session-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { OwnFactor } from './own-factor.tsx';
import { OwnPassword } from './own-password.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';
import { roleText, WAYS } from './words.ts';

export function OwnPage() {
  const { name, kind, role, rights, session } = useWho();
  return (
    <Page title="Your access" aside={<Badge>{name}</Badge>}>
      <Facts
        facts={[
          ['Role', role === null ? 'None: every right' : roleText(role)],
          ['Rights', rights.join(', ')],
          ['Signed in by', session ? WAYS[session.way] : '–'],
          ['Until', <Time key="until" at={session?.ends_on} />],
        ]}
      />
      {kind === 'user' ? (
        <>
          <OwnPassword />
          <OwnFactor />
          <Tokens title="Personal tokens" user={name} isOwn />
          <Sessions title="Your sessions" user={name} />
        </>
      ) : (
        <Empty title="You are not signed in as a user">
          The operator token has no password, second factor or personal tokens. Make a user for each person: it is said
          then who did what.
        </Empty>
      )}
    </Page>
  );
}
