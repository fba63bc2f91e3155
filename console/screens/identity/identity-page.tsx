/**
 * The parts of identity, as tabs. A look-up can be tried from here where there is a sandbox.
 */
import { useWho } from '../../app/session-context.ts';
import { Page } from '../../ui/page.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { DataSets } from './data-sets.tsx';
import { LookUps } from './look-ups.tsx';
import { Sources } from './sources.tsx';
import { Spend } from './spend.tsx';
import { Try } from './try.tsx';

export function IdentityPage() {
  const { sandbox } = useWho();
  return (
    <Page title="Identity" lead="What is asked about phone numbers, who answers it, and what that costs.">
      <ViewTabs
        label="Parts of identity"
        tabs={[
          { id: 'look-ups', label: 'Look-ups', content: <LookUps /> },
          { id: 'sources', label: 'Sources', content: <Sources /> },
          { id: 'spend', label: 'Spend and caps', content: <Spend /> },
          { id: 'data', label: 'Data sets', content: <DataSets /> },
          ...(sandbox ? [{ id: 'try', label: 'Try', content: <Try /> }] : []),
        ]}
      />
    </Page>
  );
}
