/**
 * Short words on what was done, at the edge of the page. They are said to screen readers and go by themselves; nothing that
 * has to be read stands here alone: what failed stands where it was asked for (failure.tsx).
 */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly words: string;
}

const LASTS_MS = 6_000;
const MOST = 3;

const ToastContext = createContext<(words: string) => void>(() => {});

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [counter] = useState({ next: 1 });
  const say = useCallback(
    (words: string) => {
      const id = counter.next++;
      setToasts((before) => [...before, { id, words }].slice(-MOST));
      setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), LASTS_MS);
    },
    [counter],
  );
  return (
    <ToastContext value={say}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {toasts.map(({ id, words }) => (
          <p key={id} className={styles.toast}>
            <Icon name="check" />
            {words}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}

/** Says that something was done: "Carrier smsc-1 is drained." */
export function useToast(): (words: string) => void {
  return useContext(ToastContext);
}
