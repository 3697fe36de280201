/** One URL: its key, and every rule that took part, with what it changed. */
import type { ExplainedUrl, RuleState, TriedStep } from '../../../src/server/api.ts';
import { Aligned } from '../draw/aligned.tsx';
import { RuleText } from '../draw/rule-text.tsx';
import { UrlText } from '../draw/url-text.tsx';
import { counted } from '../parts/format.ts';
import { State } from '../parts/state.tsx';
import { href } from '../shell/route.ts';
import { Parts } from './rule-examples.tsx';

export function Explained({ explained }: { readonly explained: ExplainedUrl }) {
  const { url, key, rewrite, steps, converged, columns, others } = explained;
  return (
    <div class="explained">
      <Aligned
        rows={[
          { label: 'URL', text: url },
          { label: 'key', text: key, isResult: true },
        ]}
        columns={columns}
      />
      {converged ? null : (
        <p class="note bad">
          The rules did not come to rest: this is the form they had reached when the passes ran out.
        </p>
      )}
      {steps.length === 0 ? (
        <p class="dim">No rule applies{url === key ? '' : '; only the standard form differs'}.</p>
      ) : null}
      <ol class="plain steps">
        {steps.map((step, i) => (
          <li key={i}>
            <Step step={step} number={i + 1} />
          </li>
        ))}
      </ol>
      <dl class="list">
        <div class="pair">
          <dt>rewrite</dt>
          <dd class="mono break">
            {rewrite === url ? <span class="dim">as it came</span> : <UrlText url={rewrite} />}
          </dd>
        </div>
        {others === null ? null : (
          <div class="pair">
            <dt>in the data</dt>
            <dd>
              {others.total === 0 ? 'no other URL has this key' : `${counted(others.total, 'other URL')} with this key`}
              {others.urls.length === 0 ? null : (
                <ul class="plain mono others">
                  {others.urls.map((other) => (
                    <li key={other} class="break">
                      <UrlText url={other} />
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Step({ step, number }: { readonly step: TriedStep; readonly number: number }) {
  const { rule, ref, before, after, columns, parts } = step;
  return (
    <div class="step">
      <p class="step-head">
        <span class="step-number" aria-hidden="true">
          {number}
        </span>
        <a class="mono break" href={href('rules', ref)}>
          <RuleText text={rule.text} />
        </a>
        <State state={rule.state as RuleState} />
      </p>
      <Aligned
        rows={[
          { label: 'before', text: before },
          { label: 'after', text: after, isResult: true },
        ]}
        columns={columns}
      />
      {parts.length === 0 ? null : <Parts parts={parts} />}
    </div>
  );
}
