/** Building blocks that the first screens do not show, on one page, for gallery.test.ts. */
import 'console:styles';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionContext } from '../../../console/app/session-context.ts';
import type { Who } from '../../../console/app/who.ts';
import { Badge } from '../../../console/ui/badge.tsx';
import { Button } from '../../../console/ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../console/ui/dialog.tsx';
import { Empty } from '../../../console/ui/empty.tsx';
import { Failure } from '../../../console/ui/failure.tsx';
import { Checkbox, Field, Select, TextArea } from '../../../console/ui/field.tsx';
import { Page, Section } from '../../../console/ui/page.tsx';
import { SeriesChart } from '../../../console/ui/series-chart.tsx';
import { Skeleton } from '../../../console/ui/skeleton.tsx';
import { Sparkline } from '../../../console/ui/sparkline.tsx';
import { Tabs } from '../../../console/ui/tabs.tsx';
import { Time } from '../../../console/ui/time.tsx';
import { ToastProvider, useToast } from '../../../console/ui/toasts.tsx';

const WHO: Who = {
  name: 'vera',
  sandbox: true,
  kind: 'user',
  role: 'viewer',
  rights: ['read'],
  second_factor: { in_use: false, is_missing: false },
  session: null,
};
const OPTIONS = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const START = Date.UTC(2026, 0, 1);

function Gallery() {
  const [tab, setTab] = useState('one');
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const say = useToast();
  const close = () => setOpen(null);
  return (
    <main>
      <Page
        title="Blocks"
        lead="Each once."
        actions={
          <>
            <Button kind="primary" onClick={() => setOpen('dialog')}>
              Open the dialog
            </Button>
            <Button kind="danger" icon="trash" onClick={() => setOpen('confirm')}>
              Remove the key
            </Button>
            <Button needs="operate">Drain</Button>
            <Button isBusy>Working</Button>
            <Button kind="quiet" onClick={() => say('Carrier smsc-1 is drained.')}>
              Say something
            </Button>
          </>
        }
      >
        <Section title="Fields">
          <Field label="Name" hint="As it is shown." problem="It is taken; another one is needed." />
          <Select label="Choice" options={OPTIONS} />
          <TextArea label="Text" defaultValue="Hello" />
          <Checkbox label="Send again" hint="Counted first." />
        </Section>
        <Section title="States">
          <p>
            <Badge tone="good">good</Badge> <Badge tone="bad">bad</Badge> <Badge tone="warn">warn</Badge>{' '}
            <Badge>calm</Badge> <Badge tone="accent">accent</Badge> <Time at="2026-01-01T12:00:00Z" isRelative />
          </p>
          <Empty title="Nothing is here">Something would be.</Empty>
          <Failure what="The carriers could not be loaded." error={new Error('It failed.')} onRetry={() => {}} />
          <Skeleton lines={3} />
        </Section>
        <Tabs
          label="Parts"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'one', label: 'Lines', content: <Sparkline label="Rising" values={[1, 2, null, 3, 5]} /> },
            { id: 'two', label: 'Over time', content: <Chart /> },
          ]}
        />
      </Page>
      <Dialog title="A dialog" isOpen={open === 'dialog'} onOpenChange={close}>
        <p>What it says.</p>
      </Dialog>
      <ConfirmDialog
        title="Remove the key ending in 4F2A?"
        action="Remove the key"
        typed="4F2A"
        isOpen={open === 'confirm'}
        onOpenChange={close}
        onConfirm={async () => say('The key is removed.')}
      >
        Who calls with it is refused from now on.
      </ConfirmDialog>
    </main>
  );
}

function Chart() {
  const times = HOURS.map((hour) => START + hour * 3_600_000);
  const sent = { label: 'Sent', values: HOURS.map((hour) => hour * hour) };
  return (
    <SeriesChart
      label="Messages an hour"
      times={times}
      series={[sent, { label: 'Failed', values: HOURS, color: '--bad' }]}
    />
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <SessionContext value={WHO}>
        <ToastProvider>
          <Gallery />
        </ToastProvider>
      </SessionContext>
    </CSPProvider>,
  );
}
