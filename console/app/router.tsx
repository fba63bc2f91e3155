/**
 * The addresses of the console, made of what the screens say of themselves.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import { CONSOLE_PATH } from '../api/client.ts';
import { SCREENS } from '../screens/index.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { mayOpen, navigationFor, type Screen } from './screen.ts';
import { parseSearch, stringifySearch } from './search-text.ts';
import { useWho } from './session-context.ts';
import { Shell } from './shell.tsx';
import { takePlace } from './way-back.ts';

export function createConsoleRouter() {
  const root = createRootRoute({ component: Shell, notFoundComponent: Nothing });
  const index = createRoute({ getParentRoute: () => root, path: '/', component: First });
  const pages = SCREENS.flatMap((screen) =>
    screen.pages.map(({ path, load }) => {
      const Loaded = lazyRouteComponent(async () => ({ default: await load().catch(() => NotLoaded) }));
      return createRoute({
        getParentRoute: () => root,
        path,
        component: () => <Guarded screen={screen} Loaded={Loaded} />,
        pendingComponent: () => <Skeleton lines={8} label="The screen is loading" />,
        errorComponent: Broken,
        loader: async () => void (await load().catch(() => NotLoaded)),
      });
    }),
  );
  return createRouter({
    routeTree: root.addChildren([index, ...pages]),
    basepath: CONSOLE_PATH,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
}

/** The first screen that the reader may see; or where they were before they went to sign in elsewhere. */
function First() {
  const who = useWho();
  const place = takePlace(CONSOLE_PATH);
  if (place !== null && place !== CONSOLE_PATH) window.location.replace(place);
  const [first] = navigationFor(SCREENS, who);
  if (first) return <Navigate to={first.path} replace />;
  return (
    <Page title="Trunkline">
      <Empty title="There is nothing here that you may see">
        Your role has no right that a screen needs. Somebody who is admin can give you another.
      </Empty>
    </Page>
  );
}

type Loaded = ReturnType<typeof lazyRouteComponent>;

function Guarded({ screen, Loaded }: { readonly screen: Screen; readonly Loaded: Loaded }) {
  const who = useWho();
  if (mayOpen(screen, who)) return <Loaded />;
  return (
    <Page title="Not for you">
      <Empty title="You may not see this screen">
        {screen.isOfSandbox && !who.sandbox
          ? 'It belongs to the sandbox, and this gateway has real carriers.'
          : `It needs the right ${screen.needs}.`}
      </Empty>
    </Page>
  );
}

function Nothing() {
  return (
    <Page title="Nothing here">
      <Empty title="The console has no such page">
        <Link to="/">Go to the first screen</Link>
      </Empty>
    </Page>
  );
}

/** A page that was opened before its gateway was replaced asks for parts of the console that are gone. */
function NotLoaded() {
  const why = new Error('The gateway does not answer, or it is another release by now. Trying again loads all anew.');
  return <Broken error={why} reset={() => window.location.reload()} />;
}

function Broken({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <Page title="Something failed">
      <Failure what="This screen could not be shown." error={error} onRetry={reset} />
    </Page>
  );
}
