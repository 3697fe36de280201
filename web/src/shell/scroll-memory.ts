/** Going back finds the place where one was; going on begins at the top. */
import { useEffect, useLayoutEffect } from 'preact/hooks';

/** Lists need their first answer before they are long enough to scroll; this long a place is waited for. */
const PATIENCE_MS = 1500;

export function useScrollMemory(place: string): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    let timer: ReturnType<typeof setTimeout>;
    const remember = () => {
      clearTimeout(timer);
      timer = setTimeout(() => history.replaceState({ y: scrollY }, ''), 100);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    const y = (history.state as { y?: number } | null)?.y ?? 0;
    scrollTo(0, y);
    if (y === 0) return undefined;
    const since = performance.now();
    let frame = 0;
    const again = () => {
      if (Math.abs(scrollY - y) < 2 || performance.now() - since > PATIENCE_MS) return;
      scrollTo(0, y);
      frame = requestAnimationFrame(again);
    };
    frame = requestAnimationFrame(again);
    return () => cancelAnimationFrame(frame);
  }, [place]);
}
