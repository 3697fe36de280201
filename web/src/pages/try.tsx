/** Paste URLs and see what the rules do to them, token by token. */
import { useEffect, useState } from 'preact/hooks';
import type { ExplainAnswer, ExplainedUrl, UrlsRequest } from '../../../src/server/api.ts';
import { UrlText } from '../draw/url-text.tsx';
import { counted } from '../parts/format.ts';
import { Failed } from '../parts/waiting.tsx';
import { ServiceError, send } from '../service/client.ts';
import { useApp } from '../shell/app-context.ts';
import { useRoute } from '../shell/route.ts';
import { Explained } from './explained.tsx';

/** As the server has it; the rest of a longer list is told, not sent. */
const MOST_URLS = 1000;

type Result = { readonly explanations: readonly ExplainedUrl[]; readonly leftOut: number };

/** What was typed stays when one looks at a rule and comes back. */
let remembered = '';

export function TryPage() {
  const { query } = useRoute();
  const { round } = useApp();
  const [typed, setTyped] = useState(query.get('url') ?? remembered);
  const [includes, setIncludes] = useState(false);
  const [result, setResult] = useState<Result>();
  const [error, setError] = useState<string>();
  const urls = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

  const ask = async () => {
    remembered = typed;
    if (urls.length === 0) return setResult(undefined);
    const request: UrlsRequest = { urls: urls.slice(0, MOST_URLS), ...(includes ? { include: ['quarantined'] } : {}) };
    try {
      const { explanations } = await send<ExplainAnswer>('POST', 'explain', request);
      setResult({ explanations, leftOut: Math.max(0, urls.length - MOST_URLS) });
      setError(undefined);
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      setError(problem.message);
    }
  };
  // Asked at once for a link with a URL, and again after an undo.
  useEffect(() => {
    if (urls.length > 0) void ask();
  }, [round]);

  return (
    <div class="page">
      <div class="head">
        <div>
          <h1>Try a URL</h1>
          <p class="dim">Paste one or many, one a line. Nothing is fetched: only the text of the URL counts.</p>
        </div>
      </div>
      <form
        class="try"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <label class="field">
          <span>URLs</span>
          <textarea
            class="input"
            rows={4}
            spellcheck={false}
            autocapitalize="off"
            placeholder="https://example.com/page?sid=1"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void ask();
            }}
          />
        </label>
        <div class="row">
          <button type="submit" class="button main" disabled={urls.length === 0}>
            Try
          </button>
          <label class="check">
            <input type="checkbox" checked={includes} onChange={(event) => setIncludes(event.currentTarget.checked)} />
            with quarantined rules too
          </label>
          <span class="small dim">Ctrl + Enter works, too</span>
        </div>
      </form>
      {error === undefined ? null : <Failed text={error} />}
      {result === undefined ? null : <Results result={result} />}
    </div>
  );
}

function Results({ result: { explanations, leftOut } }: { readonly result: Result }) {
  const groups = new Map<string, ExplainedUrl[]>();
  for (const one of explanations) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
  const [only] = explanations;
  return (
    <section class="section" aria-labelledby="results">
      <header>
        <h2 id="results" aria-live="polite">
          {counted(explanations.length, 'URL')}, {counted(groups.size, 'key')}
        </h2>
        {leftOut === 0 ? null : (
          <span class="small dim">
            {counted(leftOut, 'URL')} beyond the first {MOST_URLS} left out
          </span>
        )}
      </header>
      {explanations.length === 1 && only !== undefined ? (
        <div class="panel">
          <Explained explained={only} />
        </div>
      ) : (
        [...groups].map(([key, members]) => <KeyGroup key={key} name={key} members={members} />)
      )}
    </section>
  );
}

function KeyGroup({ name, members }: { readonly name: string; readonly members: readonly ExplainedUrl[] }) {
  return (
    <div class="panel key-group">
      <h3 class="mono break">
        <span class="hidden">Key </span>
        <UrlText url={name} />
      </h3>
      <ul class="plain">
        {members.map((explained, i) => (
          <li key={i}>
            <details>
              <summary class="break">
                <UrlText url={explained.url} /> <span class="tag">{counted(explained.steps.length, 'step')}</span>
              </summary>
              <Explained explained={explained} />
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
