/** Light or dark: as the system says, or as the reader chose. */
import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';

const STORED = 'dustpan-theme';

export function useTheme(): readonly [Theme, () => void] {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const [chosen, choose] = useState(document.documentElement.dataset['theme'] as Theme | undefined);
  const [isDark, setDark] = useState(system.matches);
  useEffect(() => {
    const follow = (event: MediaQueryListEvent) => setDark(event.matches);
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  const theme = chosen ?? (isDark ? 'dark' : 'light');
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    choose(next);
    try {
      localStorage.setItem(STORED, next);
    } catch {
      // Storage may be forbidden; then the choice lasts as long as the page.
    }
  };
  return [theme, toggle];
}
