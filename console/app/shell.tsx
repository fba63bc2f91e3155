/**
 * What stands around every screen: the navigation, which below 800 px is a drawer; the link that skips it; who is signed
 * in, how live the page is, and the command palette.
 */
import { Dialog } from '@base-ui/react/dialog';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SCREENS } from '../screens/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Brand } from './brand.tsx';
import { Palette } from './palette.tsx';
import { GROUPS, type NavigationEntry, navigationFor } from './screen.ts';
import { useSignOut } from './session.tsx';
import { useWho } from './session-context.ts';
import styles from './shell.module.css';
import { LiveSwitch, ThemeSwitch } from './switches.tsx';

const MAIN = 'main';
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Shell() {
  const [isAsking, setAsking] = useState(false);
  const entries = navigationFor(SCREENS, useWho());
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Where the drawer was opened: it closes with each navigation.
  const [drawnAt, setDrawnAt] = useState<string | null>(null);
  const isDrawn = drawnAt === path;
  const setDrawn = (isOpen: boolean) => setDrawnAt(isOpen ? path : null);
  usePaletteKey(() => setAsking(true));
  const navigation = <Navigation entries={entries} onAsk={() => setAsking(true)} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${MAIN}`} onClick={skip}>
        Skip to the content
      </a>
      <header className={styles.bar}>
        <Button kind="quiet" icon="menu" isIconOnly aria-expanded={isDrawn} onClick={() => setDrawn(true)}>
          Open the navigation
        </Button>
        <Brand />
        <Button kind="quiet" icon="search" isIconOnly onClick={() => setAsking(true)}>
          Search and commands
        </Button>
      </header>
      <aside className={styles.side} aria-label="Console">
        {navigation}
      </aside>
      <Dialog.Root open={isDrawn} onOpenChange={setDrawn}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup className={styles.drawer}>
            <Dialog.Title className={styles.drawerTitle}>Navigation</Dialog.Title>
            <Dialog.Close className={styles.drawerClose} aria-label="Close the navigation">
              <Icon name="close" />
            </Dialog.Close>
            {navigation}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <main id={MAIN} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Palette entries={entries} isOpen={isAsking} onOpenChange={setAsking} />
    </div>
  );
}

/** The address stays what it is: a fragment would be one more page in the history. */
function skip(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(MAIN)?.focus();
}

interface NavigationProps {
  readonly entries: readonly NavigationEntry[];
  readonly onAsk: () => void;
}

function Navigation({ entries, onAsk }: NavigationProps) {
  const who = useWho();
  const signOut = useSignOut();
  const say = useToast();
  const leave = () => signOut().catch((error: Error) => say(`You are still signed in: ${error.message}`));
  const groups = GROUPS.map((group) => ({ group, own: entries.filter((entry) => entry.group === group) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => entries.indexOf(a.own[0] as NavigationEntry) - entries.indexOf(b.own[0] as NavigationEntry));
  return (
    <div className={styles.column}>
      <div className={styles.top}>
        <Brand />
        {who.sandbox && <span className={styles.sandbox}>Sandbox</span>}
      </div>
      <button type="button" className={styles.ask} onClick={onAsk} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        <span>Search or go to</span>
        <kbd>{IS_MAC ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Screens" className={styles.navigation}>
        {groups.map(({ group, own }) => (
          <div key={group}>
            <h2 id={`group-${group}`}>{group}</h2>
            <ul aria-labelledby={`group-${group}`}>
              {own.map(({ path, label, icon }) => (
                <li key={path}>
                  <Link to={path} className={styles.entry}>
                    <Icon name={icon} />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.bottom}>
        <LiveSwitch />
        <ThemeSwitch />
        <div className={styles.who}>
          <span className={styles.name} title={`Rights: ${who.rights.join(', ')}`}>
            {who.name}
            {who.role && <small>{who.role}</small>}
          </span>
          <Button kind="quiet" size="small" icon="out" isIconOnly onClick={() => void leave()}>
            Sign out
          </Button>
        </div>
      </div>
    </div>
  );
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
