/** Sites that copy each other, when such data was given. */
import { useState } from 'preact/hooks';
import type { ReplicaRow, ReplicasAnswer } from '../../../src/server/api.ts';
import { UrlText } from '../draw/url-text.tsx';
import { counted, grouped, percent } from '../parts/format.ts';
import { Scroller } from '../parts/scroller.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../service/use-answer.ts';

const PAGE = 50;

export function ReplicasPage() {
  const [q, setQ] = useState('');
  const [offset, setOffset] = useState(0);
  const answer = useAnswer<ReplicasAnswer>('replicas', { q, offset, limit: PAGE });
  const search = (text: string) => {
    setQ(text);
    setOffset(0);
  };
  return (
    <div class="page">
      <div class="head">
        <div>
          <h1>Replicas</h1>
          <Waiting answer={answer}>
            {({ replicas, sites, hosts, method }) => (
              <p class="dim">
                {counted(replicas, 'pair')} of sites found to be copies, among {counted(sites, 'site')} with pages and{' '}
                {counted(hosts, 'host')} in all; method {method}.
              </p>
            )}
          </Waiting>
        </div>
      </div>
      {answer.value === undefined ? null : (
        <>
          <Groups groups={answer.value.groups} />
          <section class="section" aria-labelledby="pairs">
            <header>
              <h2 id="pairs">Pairs of sites, best first</h2>
            </header>
            <div class="filters">
              <label class="field wide-field">
                <span>Search</span>
                <input
                  class="input"
                  type="search"
                  placeholder="a part of a host name"
                  value={q}
                  onInput={(event) => search(event.currentTarget.value)}
                />
              </label>
            </div>
            <Pairs pairs={answer.value.pairs} />
            <div class="row">
              <button
                type="button"
                class="button tiny"
                disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - PAGE))}
              >
                Before
              </button>
              <span class="small dim num" role="status">
                {answer.value.matched === 0
                  ? 'no pair'
                  : `${grouped(offset + 1)} to ${grouped(Math.min(offset + PAGE, answer.value.matched))} of ${grouped(answer.value.matched)}`}
              </span>
              <button
                type="button"
                class="button tiny"
                disabled={offset + PAGE >= answer.value.matched}
                onClick={() => setOffset(offset + PAGE)}
              >
                After
              </button>
            </div>
          </section>
        </>
      )}
    </div>
  );
}

const SHOWN_GROUPS = 60;

function Groups({ groups }: { readonly groups: ReplicasAnswer['groups'] }) {
  if (groups.length === 0) return null;
  return (
    <section class="section" aria-labelledby="groups">
      <header>
        <h2 id="groups">Groups</h2>
        <span class="small dim">one site stands for all of its copies</span>
      </header>
      <ul class="plain groups">
        {groups.slice(0, SHOWN_GROUPS).map(({ representative, replicas }) => (
          <li key={representative} class="panel">
            <strong class="break">{representative}</strong>
            <ul class="plain small">
              {replicas.map((host) => (
                <li key={host} class="break">
                  {host}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {groups.length > SHOWN_GROUPS ? (
        <p class="small dim">and {counted(groups.length - SHOWN_GROUPS, 'more group')}</p>
      ) : null}
    </section>
  );
}

function Pairs({ pairs }: { readonly pairs: readonly ReplicaRow[] }) {
  return (
    <Scroller label="Table of pairs">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Sites</th>
            <th scope="col" class="num">
              Score
            </th>
            <th scope="col" class="num">
              Shared pages
            </th>
            <th scope="col" class="num">
              Overlap
            </th>
            <th scope="col">Copy?</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ a, b, score, isReplica, sharedPages, jaccard, examples }) => (
            <tr key={`${a} ${b}`}>
              <th scope="row">
                <span class="break">{a}</span>
                <br />
                <span class="break">{b}</span>
                {examples.length === 0 ? null : (
                  <details>
                    <summary class="small">pages they share</summary>
                    <ul class="plain mono">
                      {examples.map(([left, right]) => (
                        <li key={left} class="break">
                          <UrlText url={left} /> = <UrlText url={right} />
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </th>
              <td class="num">{score.toFixed(3)}</td>
              <td class="num">{grouped(sharedPages)}</td>
              <td class="num">{percent(jaccard)}</td>
              <td>{isReplica ? 'yes' : <span class="dim">no</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
