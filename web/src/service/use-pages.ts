/** Rows of a long list, asked for page by page as they come into view. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, type Query, ServiceError } from './client.ts';

export type Paged<Row, Rest> = {
  /** All but the rows, from the page that came last. */
  readonly rest: Rest | undefined;
  readonly error: ServiceError | undefined;
  readonly isLoading: boolean;
  row(index: number): Row | undefined;
  /** Says which rows are in view; those missing are asked for. */
  want(from: number, to: number): void;
};

const PAGE = 100;
/** Rows further away than this are forgotten, so that memory does not grow with scrolling. */
const KEPT_PAGES = 60;

type Answer<Row> = { readonly matched: number; readonly revision: string; readonly rows: readonly Row[] };

/** `key` changes when everything is to be asked anew, for instance after a change of state. */
export function usePages<Row, Rest extends Answer<Row>>(path: string, query: Query, key: number): Paged<Row, Rest> {
  const question = JSON.stringify([path, query, key]);
  const [, redraw] = useState(0);
  const store = useRef<Store<Row, Rest>>(undefined);
  if (store.current?.question !== question) {
    const before = store.current;
    before?.stop.abort();
    store.current = {
      question,
      // Until the first page is there, the list shows what it showed before.
      rest: before?.rest,
      stale: before?.pages ?? before?.stale,
      pages: new Map(),
      asked: new Set(),
      stop: new AbortController(),
    };
  }
  const mine = store.current;

  const ask = (page: number) => {
    if (mine.asked.has(page)) return;
    mine.asked.add(page);
    get<Rest>(path, { ...query, offset: page * PAGE, limit: PAGE }, mine.stop.signal).then(
      (answer) => {
        if (store.current !== mine) return;
        mine.error = undefined;
        // Somebody changed the rules meanwhile: rows of before and after do not fit together.
        if (mine.pages.size > 0 && mine.rest?.revision !== answer.revision) forgetAll(mine, page);
        mine.rest = answer;
        mine.stale = undefined;
        mine.pages.set(page, answer.rows);
        forgetFar(mine, page);
        redraw((n) => n + 1);
      },
      (error: unknown) => {
        if (!(error instanceof ServiceError) || store.current !== mine) return;
        mine.asked.delete(page);
        mine.error = error;
        redraw((n) => n + 1);
      },
    );
  };

  useEffect(() => {
    ask(0);
  }, [question]);
  useEffect(() => () => store.current?.stop.abort(), []);

  return {
    rest: mine.rest,
    error: mine.error,
    isLoading: mine.pages.size === 0 && mine.error === undefined,
    row: (index) => (mine.stale ?? mine.pages).get(Math.floor(index / PAGE))?.[index % PAGE],
    want: (from, to) => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) ask(page);
    },
  };
}

type Store<Row, Rest> = {
  readonly question: string;
  rest: Rest | undefined;
  stale: Map<number, readonly Row[]> | undefined;
  readonly pages: Map<number, readonly Row[]>;
  readonly asked: Set<number>;
  readonly stop: AbortController;
  error?: ServiceError | undefined;
};

function forgetAll<Row, Rest>({ pages, asked }: Store<Row, Rest>, but: number): void {
  pages.clear();
  asked.clear();
  asked.add(but);
}

function forgetFar<Row, Rest>({ pages, asked }: Store<Row, Rest>, near: number): void {
  if (pages.size <= KEPT_PAGES) return;
  const far = [...pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
  for (const page of far.slice(0, pages.size - KEPT_PAGES)) {
    pages.delete(page);
    asked.delete(page);
  }
}
