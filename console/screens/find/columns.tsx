/**
 * The columns of a list of messages.
 */
import type { Schema } from '../../api/client.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

const KINDS: Readonly<Record<Schema<'OperatorMessageSummary'>['kind'], string>> = {
  omnichannel: 'Message',
  relay: 'Relayed text',
  reply: 'Answer',
  call: 'Call',
  text: 'Text',
  code_text: 'Code as text',
  verification: 'Verification',
};

export const COLUMNS: ReadonlyArray<Column<Schema<'OperatorMessageSummary'>>> = [
  { id: 'recipient', head: 'Number', cell: ({ recipient }) => <code>{recipient}</code> },
  { id: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { id: 'channel', head: 'Channel', cell: ({ last_channel: channel }) => channel.toUpperCase() },
  { id: 'external', head: 'External id', isWide: true, cell: ({ external_id: id }) => id ?? '' },
  { id: 'created', head: 'Accepted', cell: ({ created_on: at }) => <Time at={at} /> },
];
