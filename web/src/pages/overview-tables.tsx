/** Tables of the overview: hosts, and how the set was made. */
import type { DataFacts, Overview } from '../../../src/server/api.ts';
import { grouped } from '../parts/format.ts';
import { Scroller } from '../parts/scroller.tsx';
import { hrefWith } from '../shell/route.ts';

export function Hosts({ data: { hosts } }: { readonly data: DataFacts }) {
  if (hosts.length === 0) return null;
  return (
    <section class="section" aria-labelledby="hosts">
      <h2 id="hosts">Hosts with most duplicates</h2>
      <Scroller label="Table of hosts">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col" class="num">
                URLs
              </th>
              <th scope="col" class="num">
                Duplicates
              </th>
              <th scope="col" class="num">
                Removed
              </th>
            </tr>
          </thead>
          <tbody>
            {hosts.map(({ host, urls, duplicates, removed }) => (
              <tr key={host}>
                <th scope="row">
                  <a class="break" href={hrefWith(['rules'], { host })}>
                    {host}
                  </a>
                </th>
                <td class="num">{grouped(urls)}</td>
                <td class="num">{grouped(duplicates)}</td>
                <td class="num">{grouped(removed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}

export function Making({ overview: { rules } }: { readonly overview: Overview }) {
  const options = Object.entries(rules.options);
  if (options.length === 0) return null;
  return (
    <section class="section" aria-labelledby="making">
      <h2 id="making">How the set was made</h2>
      <dl class="list">
        {options.map(([name, value]) => (
          <div class="pair" key={name}>
            <dt>{name}</dt>
            <dd class="mono break">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
        <div class="pair">
          <dt>application</dt>
          <dd>
            {rules.apply.includes('fixpoint')
              ? 'all rules in order, until nothing changes'
              : 'the first rule that matches'}
            {rules.sun ? '; URLs are brought to their standard form first' : ''}
          </dd>
        </div>
      </dl>
    </section>
  );
}
