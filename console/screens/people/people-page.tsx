/**
 * Who is let in: users, their sessions and tokens, and programs with a token of their own.
 */
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { Programs } from './programs.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';
import { Users } from './users.tsx';

export function PeoplePage() {
  const tabs = [
    { id: 'users', label: 'Users', content: <Users /> },
    { id: 'sessions', label: 'Sessions', content: <Sessions title="Sessions of browsers" /> },
    { id: 'tokens', label: 'Personal tokens', content: <Tokens title="Personal tokens" /> },
    { id: 'programs', label: 'Programs', content: <Programs /> },
  ];
  const tab = useTab(tabs.map(({ id }) => id));
  return (
    <Page title="People" lead="Who is let in, and what lets them in.">
      <Tabs label="People" tabs={tabs} {...tab} />
    </Page>
  );
}
