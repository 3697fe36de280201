/** What every page may need: the overview, messages with an undo, and the news that rules have changed. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../../../src/server/api.ts';

export type Notice = {
  readonly text: string;
  readonly isBad?: boolean;
  /** A change that can be taken back. */
  readonly undo?: () => void;
};

export type AppContext = {
  readonly overview: Overview | undefined;
  /** Counts changes made here, so that lists know when to ask again. */
  readonly round: number;
  notify(notice: Notice): void;
  /** Rules have changed. */
  changed(): void;
};

export const App = createContext<AppContext>({
  overview: undefined,
  round: 0,
  notify: () => undefined,
  changed: () => undefined,
});

export function useApp(): AppContext {
  return useContext(App);
}
