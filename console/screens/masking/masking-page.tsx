/**
 * The parts of masking, as tabs: sessions that live, all sessions, how full the pools are, their numbers, blocks.
 */
import { Page } from '../../ui/page.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { Blocks } from './blocks.tsx';
import { Forecast } from './forecast.tsx';
import { Numbers } from './numbers.tsx';
import { Sessions } from './sessions.tsx';

export function MaskingPage() {
  return (
    <Page
      title="Masking"
      lead="Two people text each other through masks. Numbers are hidden; each session shows its own."
    >
      <ViewTabs
        label="Parts of masking"
        tabs={[
          { id: 'live', label: 'Live sessions', content: <Sessions isLive /> },
          { id: 'all', label: 'All sessions', content: <Sessions /> },
          { id: 'pools', label: 'Pools', content: <Forecast /> },
          { id: 'numbers', label: 'Masks', content: <Numbers /> },
          { id: 'blocks', label: 'Blocks', content: <Blocks /> },
        ]}
      />
    </Page>
  );
}
