/**
 * A secret that the gateway has made and never shows again. The dialog goes by its button alone: a press beside it, or
 * Escape, would lose what nobody can get back.
 */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import dialog from './dialog.module.css';
import { DialogActions } from './dialog.tsx';
import styles from './shown-once.module.css';

export interface ShownOnceProps {
  readonly title: string;
  /** To go on "Copy …": "the key". */
  readonly what: string;
  readonly value: string;
  /** What it is good for. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

export function ShownOnce({ title, what, value, children, onDone }: ShownOnceProps) {
  const id = useId();
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={dialog.popup} aria-describedby={id}>
          <AlertDialog.Title className={dialog.title}>{title}</AlertDialog.Title>
          <div id={id} className={dialog.words}>
            <p>It is shown this once. Keep it where nobody else reads it.</p>
            {children}
          </div>
          <div className={styles.value}>
            <code>{value}</code>
            <Copy value={value} what={what} isNamed />
          </div>
          <DialogActions>
            <Button kind="primary" onClick={onDone}>
              I have kept it
            </Button>
          </DialogActions>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
