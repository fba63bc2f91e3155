/**
 * What was sent and what came in, as tabs: messages, verifications, what people sent.
 */
import { Page } from '../../ui/page.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { CameIn } from './came-in.tsx';
import { Messages } from './messages.tsx';
import { Verifications } from './verifications.tsx';

export function FindPage() {
  return (
    <Page title="Find" lead="The newest first. Numbers are masked; each thing shows its own.">
      <ViewTabs
        label="What to find"
        tabs={[
          { id: 'messages', label: 'Messages', content: <Messages /> },
          { id: 'verifications', label: 'Verifications', content: <Verifications /> },
          { id: 'inbound', label: 'What came in', content: <CameIn /> },
        ]}
      />
    </Page>
  );
}
