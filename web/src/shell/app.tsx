/** The frame: navigation, theme, messages, and the page that the address names. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Overview } from '../../../src/server/api.ts';
import { Icon } from '../parts/icons.tsx';
import { Failed } from '../parts/waiting.tsx';
import { useAnswer } from '../service/use-answer.ts';
import { App as Context, type Notice } from './app-context.ts';
import { pageOf } from './pages.tsx';
import { href, type Route, useRoute } from './route.ts';
import { useScrollMemory } from './scroll-memory.ts';
import { SignIn } from './sign-in.tsx';
import { useTheme } from './theme.ts';
import { Toast } from './toast.tsx';

/** How often it is asked whether the rules are at work. */
const PENDING_MS = 2000;

export function App() {
  const route = useRoute();
  const [round, setRound] = useState(0);
  const [notice, notify] = useState<Notice>();
  const overview = useAnswer<Overview>('overview', {}, round);
  const changed = useCallback(() => setRound((n) => n + 1), []);
  const main = useRef<HTMLElement>(null);
  // With many rules, keys follow a change a little later.
  const isPending = overview.value?.file.isPending === true;
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(overview.reload, PENDING_MS);
    return () => clearInterval(timer);
  }, [isPending]);
  const { title, body } = pageOf(route);
  const place = route.path.join('/');
  useScrollMemory(place);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · Dustpan`;
    // A reader of a new page starts at its beginning; on the very first one the browser does that itself.
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [place, title]);
  return (
    <Context.Provider value={{ overview: overview.value, round, notify, changed }}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <Top route={route} overview={overview.value} />
      <main ref={main} tabIndex={-1}>
        {isPending ? (
          <p class="note dim" role="status">
            The rules are being put to work; keys follow in a few seconds.
          </p>
        ) : null}
        {overview.value?.file.trouble ? <Failed text={overview.value.file.trouble} retry={changed} /> : null}
        {overview.error !== undefined && overview.value === undefined ? (
          <Failed text={overview.error.message} retry={overview.reload} />
        ) : (
          body
        )}
      </main>
      <Toast notice={notice} close={() => notify(undefined)} />
      <SignIn onSignedIn={changed} />
    </Context.Provider>
  );
}

type Entry = { readonly path: string; readonly label: string; readonly needs?: keyof Overview['has'] };

const ENTRIES: readonly Entry[] = [
  { path: '', label: 'Overview' },
  { path: 'rules', label: 'Rules' },
  { path: 'try', label: 'Try a URL' },
  { path: 'clusters', label: 'Clusters' },
  { path: 'learn', label: 'Learn' },
  { path: 'export', label: 'Export' },
  { path: 'compare', label: 'Learners', needs: 'comparison' },
  { path: 'replicas', label: 'Replicas', needs: 'replicas' },
];

function Top({ route, overview }: { readonly route: Route; readonly overview: Overview | undefined }) {
  const [theme, toggle] = useTheme();
  const here = route.path[0] ?? '';
  const nav = useRef<HTMLElement>(null);
  // On a phone the entry may lie beyond the edge.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here, overview === undefined]);
  return (
    <header class="top">
      <div class="top-in">
        <a class="brand" href={href()}>
          <Icon name="pan" />
          Dustpan
        </a>
        <nav class="nav" aria-label="Pages" ref={nav}>
          {ENTRIES.filter(({ needs }) => needs === undefined || overview?.has[needs]).map(({ path, label }) => (
            <a
              key={path}
              href={path === '' ? href() : href(path)}
              {...(path === here ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="button quiet icon"
          aria-label={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
          onClick={toggle}
        >
          <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
        </button>
      </div>
    </header>
  );
}
