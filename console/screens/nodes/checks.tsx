/**
 * What a diagnosis looked at, one by one: also what is well.
 */
import type { Schema } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Tone } from '../../ui/tone.ts';
import styles from './checks.module.css';

type Check = Schema<'OperatorCheck'>;

const STATES: Readonly<Record<Check['state'], { readonly word: string; readonly tone: Tone }>> = {
  ok: { word: 'Well', tone: 'good' },
  warn: { word: 'Warns', tone: 'warn' },
  fail: { word: 'Fails', tone: 'bad' },
};

export function Checks({ label, checks }: { readonly label: string; readonly checks: readonly Check[] }) {
  return <Table label={label} columns={COLUMNS} rows={checks} keyOf={({ name, says }) => `${name} ${says}`} />;
}

const COLUMNS: ReadonlyArray<Column<Check>> = [
  { id: 'name', head: 'Looked at', cell: ({ name }) => name },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>,
  },
  {
    id: 'says',
    head: 'What it says',
    isWide: true,
    cell: ({ says, todo }) => (
      <span className={styles.words}>
        <span>{says}</span>
        {todo && <span className={styles.todo}>To do: {todo}</span>}
      </span>
    ),
  },
];
