/**
 * A dialog, and one that asks before something is destroyed.
 *
 * 1. What destroys names what it is about, and the button says what it does: never "OK".
 * 2. Where it cannot be undone, the name has to be typed (`typed`).
 */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { FailureNotice } from './failure.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

export function Dialog({ title, isOpen, onOpenChange, children }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.popup}>
          <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
          <BaseDialog.Close className={styles.close} aria-label="Close">
            <Icon name="close" />
          </BaseDialog.Close>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export interface ConfirmDialogProps extends DialogProps {
  /** What the button does: "Remove the key". */
  readonly action: string;
  /** Rejects when it failed: the dialog stays and says so. */
  readonly onConfirm: () => Promise<unknown>;
  /** Rule 2: what has to be typed. */
  readonly typed?: string;
  /** Nothing is lost by it. */
  readonly isHarmless?: boolean;
}

export function ConfirmDialog({ isOpen, onOpenChange, ...rest }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <Asked {...rest} onDone={() => onOpenChange(false)} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type AskedProps = Omit<ConfirmDialogProps, 'isOpen' | 'onOpenChange'> & { readonly onDone: () => void };

function Asked({ title, children, action, onConfirm, typed, isHarmless = false, onDone }: AskedProps) {
  const [given, setGiven] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
      <AlertDialog.Description render={<div />} className={styles.words}>
        {children}
      </AlertDialog.Description>
      {typed !== undefined && (
        <Field
          label={`Type ${typed} to go on`}
          value={given}
          autoComplete="off"
          onChange={(event) => setGiven(event.target.value)}
        />
      )}
      {failure && <FailureNotice what="It was not done." error={failure} />}
      <div className={styles.actions}>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          kind={isHarmless ? 'primary' : 'danger'}
          isBusy={isBusy}
          disabled={typed !== undefined && given !== typed}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </div>
    </>
  );
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
