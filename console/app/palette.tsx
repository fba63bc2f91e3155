/**
 * The command palette (Ctrl K): goes to a screen, finds messages by a number or an external id, and whatever has an id.
 */
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { api, take } from '../api/client.ts';
import { nameOf, placeOf } from '../screens/found/places.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { askedFor, fits, referenceOf } from './asked.ts';
import styles from './palette.module.css';
import type { NavigationEntry } from './screen.ts';

interface PaletteProps {
  readonly entries: readonly NavigationEntry[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

interface Choice {
  readonly label: string;
  readonly icon: IconName;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

export function Palette({ entries, isOpen, onOpenChange }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} initialFocus={field}>
          <Dialog.Title className={styles.title}>Search and commands</Dialog.Title>
          <Choices field={field} entries={entries} onDone={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The one thing that has an id which is typed in full; null until that is known, and where it is not one with a page. */
function useThing(typed: string): Choice | null {
  const id = referenceOf(typed);
  const { routesByPath } = useRouter();
  const { data } = useQuery({
    queryKey: ['found', id],
    queryFn: () => take(api.GET('/operator/v1/find', { params: { query: { id: id ?? '' } } })),
    enabled: id !== null,
    staleTime: 0,
  });
  const [only, ...more] = (id !== null && data?.found) || [];
  const to = only && more.length === 0 ? placeOf(only, Object.keys(routesByPath)) : null;
  return only && to !== null ? { label: `${nameOf(only)} ${id}`, icon: 'search', to, search: {} } : null;
}

function choicesFor(entries: readonly NavigationEntry[], typed: string, thing: Choice | null): readonly Choice[] {
  const found = thing ? [thing] : askedFor(typed).map((asked) => ({ ...asked, icon: 'search' as const }));
  const screens = entries
    .filter(({ label, group, words = '' }) => fits(`${label} ${group} ${words}`, typed))
    .map(({ label, icon, path }) => ({ label, icon, to: path, search: {} }));
  return [...screens, ...found];
}

interface ChoicesProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly entries: readonly NavigationEntry[];
  readonly onDone: () => void;
}

function Choices({ field, entries, onDone }: ChoicesProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const choices = choicesFor(entries, typed, useThing(typed));
  const go = (choice: Choice | undefined) => {
    if (!choice) return;
    onDone();
    void navigate({ to: choice.to, search: choice.search as never });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0 && choices.length > 0) {
      event.preventDefault();
      const next = (chosen + step + choices.length) % choices.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(choices[chosen]);
    }
  };
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={choices.length > 0 ? `${id}-${chosen}` : undefined}
          aria-label="A screen, a number or any id"
          placeholder="A screen, a number or any id"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div id={id} role="listbox" aria-label="Choices" className={styles.list}>
        {choices.map((choice, at) => (
          <div
            key={`${choice.to} ${choice.label}`}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            className={styles.choice}
            onPointerMove={() => setChosen(at)}
            onClick={() => go(choice)}
            onKeyDown={press}
          >
            <Icon name={choice.icon} />
            <span>{choice.label}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className={styles.nothing}>Nothing fits.</p>}
    </>
  );
}
