/** A component's answer from the server, asked again when the question changes. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { get, type Query, ServiceError } from './client.ts';

export type Answer<T> = {
  readonly value: T | undefined;
  readonly error: ServiceError | undefined;
  readonly isLoading: boolean;
  reload(): void;
  /** For an answer that came along with another request. */
  set(value: T): void;
};

/** With `path` null nothing is asked; another `version` asks again. The last answer stays until the next one is there, so that nothing flickers. */
export function useAnswer<T>(path: string | null, query: Query = {}, version = 0): Answer<T> {
  const [state, setState] = useState<{ path: string | null; value?: T; error?: ServiceError }>({ path });
  const [round, setRound] = useState(0);
  const [isLoading, setLoading] = useState(path !== null);
  const question = JSON.stringify(query);
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    setLoading(true);
    get<T>(path, JSON.parse(question) as Query, stop.signal).then(
      (value) => {
        setState({ path, value });
        setLoading(false);
      },
      (error: unknown) => {
        if (!(error instanceof ServiceError)) return;
        setState({ path, error });
        setLoading(false);
      },
    );
    return () => stop.abort();
  }, [path, question, round, version]);
  // An answer to another address is not shown as if it were this one's.
  const isMine = state.path === path;
  return {
    value: isMine ? state.value : undefined,
    error: isMine ? state.error : undefined,
    isLoading,
    reload: useCallback(() => setRound((n) => n + 1), []),
    set: useCallback((value: T) => setState({ path, value }), [path]),
  };
}
