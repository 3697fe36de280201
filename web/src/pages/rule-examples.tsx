/** Pairs of URLs that a rule joins, rightly and wrongly, aligned token by token. */
import type { AlignedExample, RuleDetail } from '../../../src/server/api.ts';
import { Aligned } from '../draw/aligned.tsx';
import { hrefWith } from '../shell/route.ts';

export function RuleExamples({ detail: { examples, counterExamples } }: { readonly detail: RuleDetail }) {
  return (
    <section class="section" aria-labelledby="examples">
      <header>
        <h2 id="examples">What it merges</h2>
        <span class="small dim">two URLs and their common form, token by token; what differs is marked</span>
      </header>
      {examples.length === 0 ? <p class="dim">No example was recorded.</p> : null}
      <ol class="plain examples">
        {examples.map((example, i) => (
          <li key={i} class="panel">
            <Example example={example} />
          </li>
        ))}
      </ol>
      {counterExamples.length === 0 ? null : (
        <>
          <h3 class="bad">Counter-examples: different pages with one form</h3>
          <ol class="plain examples">
            {counterExamples.map((example, i) => (
              <li key={i} class="panel wrong">
                <Example example={example} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Example({ example: { urls, form, columns, parts } }: { readonly example: AlignedExample }) {
  const rows = [
    { label: 'URL', text: urls[0] },
    { label: 'URL', text: urls[1] },
    { label: 'form', text: form, isResult: true },
  ];
  const matched = parts.find((list) => list.length > 0) ?? [];
  return (
    <>
      <Aligned rows={rows} columns={columns} />
      <div class="row small">
        {matched.length === 0 ? null : (
          <details>
            <summary>What in the rule matched</summary>
            <Parts parts={matched} />
          </details>
        )}
        <a href={hrefWith(['try'], { url: urls[1] })}>Try the second URL</a>
      </div>
    </>
  );
}

/** Pieces of a URL, each over what in the rule it answers to. */
export function Parts({ parts }: { readonly parts: AlignedExample['parts'][number] }) {
  return (
    <ul class="plain parts">
      {parts.map(({ text, by }, i) => (
        <li key={i}>
          <span class="mono break">{text === '' ? 'nothing' : text}</span>
          <span class="small dim">{by}</span>
        </li>
      ))}
    </ul>
  );
}
