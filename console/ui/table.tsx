/**
 * A table of rows. Each may lead somewhere: the whole row is pressed, and the arrow keys go from one to the next.
 *
 * 1. On narrow screens a row is a card: each value stands beside the name of its column. It stays a table for who hears it.
 * 2. The first column names the row. It should fit on a line.
 */
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Link } from './link.tsx';
import styles from './table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  readonly isNumber?: boolean;
  /** Takes what room is left, and is cut where there is none. */
  readonly isWide?: boolean;
}

export interface TableProps<Row> {
  /** What the rows are, for who hears it. */
  readonly label: string;
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The path that the row leads to. */
  readonly linkOf?: (row: Row) => string;
  /** They are of an answer before the one that is asked for. */
  readonly isOld?: boolean;
}

export function Table<Row>({ label, columns, rows, keyOf, linkOf, isOld = false }: TableProps<Row>) {
  return (
    <div className={classes(styles.frame, isOld && styles.old)}>
      <table className={styles.table} role="table" aria-label={label} aria-busy={isOld || undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, head, isNumber }) => (
              <th key={id} role="columnheader" scope="col" className={classes(isNumber && styles.number)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onKeyDown={goOn}>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column, at) => (
                <td
                  key={column.id}
                  role="cell"
                  data-head={column.head}
                  className={classes(column.isNumber && styles.number, column.isWide && styles.wide)}
                >
                  {at === 0 && linkOf ? (
                    <Link to={linkOf(row)} className={styles.link} data-row="">
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Arrow keys, Home and End go from link to link of the rows. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const target = links[targets[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
