/**
 * The templates that an account keeps. What one says is shown when somebody asks for it.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './accounts.module.css';

type Template = Schema<'OperatorTemplate'>;

export function Templates({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<Template | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['accounts', id, 'templates'],
    queryFn: () =>
      take(api.GET('/operator/v1/accounts/{customer_id}/templates', { params: { path: { customer_id: id } } })),
  });
  const columns: ReadonlyArray<Column<Template>> = [
    ...COLUMNS,
    {
      id: 'do',
      head: 'Actions',
      cell: (template) => (
        <Button
          size="small"
          kind="quiet"
          icon="eye"
          needs="full"
          aria-label={`Show what ${template.name} says (${template.channel})`}
          onClick={() => setShown(template)}
        >
          Show
        </Button>
      ),
    },
  ];
  return (
    <Section title="Templates">
      <p>The account adds and removes them itself. A message names one and brings the values along.</p>
      {isPending && <Skeleton lines={4} label="Loading the templates" />}
      {error && <Failure what="The templates could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data?.templates.length === 0 && <Empty title="It keeps no template" />}
      {data && data.templates.length > 0 && (
        <Table
          label="Templates"
          columns={columns}
          rows={data.templates}
          keyOf={({ channel, name }) => `${channel} ${name}`}
        />
      )}
      {shown && <Says id={id} template={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}

const COLUMNS: ReadonlyArray<Column<Template>> = [
  { id: 'name', head: 'Name', cell: ({ name }) => <code>{name}</code> },
  { id: 'channel', head: 'Channel', cell: ({ channel }) => channel.toUpperCase() },
  { id: 'type', head: 'Type', cell: ({ type }) => type },
  { id: 'category', head: 'Category', cell: ({ category }) => category ?? '–' },
  { id: 'language', head: 'Language', cell: ({ language }) => language ?? '–' },
  { id: 'values', head: 'Values', isWide: true, cell: ({ mandatory_parameters: names }) => names.join(', ') },
  { id: 'made', head: 'Made', cell: ({ created_on: at }) => <Time at={at} /> },
];

interface SaysProps {
  readonly id: string;
  readonly template: Template;
  readonly onClose: () => void;
}

/** It is asked for each time, and kept nowhere: who looked is in the audit log. */
function Says({ id, template: { name, channel }, onClose }: SaysProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['accounts', id, 'templates', 'full', channel, name],
    queryFn: async () => {
      const params = { path: { customer_id: id }, query: { full: true } };
      const { templates } = await take(api.GET('/operator/v1/accounts/{customer_id}/templates', { params }));
      return templates.find((each) => each.channel === channel && each.name === name)?.content ?? null;
    },
    gcTime: 0,
  });
  return (
    <Dialog title={`${name} (${channel.toUpperCase()})`} isOpen onOpenChange={onClose}>
      {isPending && <Skeleton lines={4} label="Loading what it says" />}
      {error && <Failure what="It could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data === null && <Empty title="It has been removed" />}
      {data && <pre className={styles.says}>{JSON.stringify(data, null, 2)}</pre>}
    </Dialog>
  );
}
