/** The rules in the words of other systems: look, copy, download. */
import { useState } from 'preact/hooks';
import type { ExportAnswer, Target, TargetsAnswer } from '../../../src/server/api.ts';
import { RuleText } from '../draw/rule-text.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { counted, grouped } from '../parts/format.ts';
import { Icon } from '../parts/icons.tsx';
import { Prose } from '../parts/prose.tsx';
import { Scroller } from '../parts/scroller.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { apiUrl } from '../service/client.ts';
import { useAnswer } from '../service/use-answer.ts';
import { useApp } from '../shell/app-context.ts';
import { href } from '../shell/route.ts';

export function ExportPage({ target }: { readonly target: string | undefined }) {
  const targets = useAnswer<TargetsAnswer>('targets');
  return (
    <div class="page">
      <div class="head">
        <div>
          <h1>Export</h1>
          <p class="dim">The rules in use, for another system. What it cannot say exactly is left out and named.</p>
        </div>
        <a class="button" href={apiUrl('export/rules.json')} download="rules.json">
          <Icon name="download" /> rules.json
        </a>
      </div>
      <Waiting answer={targets}>
        {({ targets: list }) => {
          const chosen = list.find(({ name }) => name === target) ?? list[0];
          return (
            <>
              <nav class="tabs" aria-label="Systems">
                {list.map(({ name }) => (
                  <a
                    key={name}
                    class="chip"
                    href={href('export', name)}
                    {...(name === chosen?.name ? { 'aria-current': 'true' } : {})}
                  >
                    {name}
                  </a>
                ))}
              </nav>
              {chosen === undefined ? null : <Exported key={chosen.name} target={chosen} />}
            </>
          );
        }}
      </Waiting>
    </div>
  );
}

/** A longer text is downloaded, not drawn. */
const SHOWN = 100_000;

function Exported({ target }: { readonly target: Target }) {
  const { round } = useApp();
  const [form, setForm] = useState('');
  const [includes, setIncludes] = useState(false);
  const query = { form, ...(includes ? { include: 'quarantined' } : {}) };
  const answer = useAnswer<ExportAnswer>(`export/${target.name}`, { ...query, as: 'json' }, round);
  return (
    <section class="section" aria-labelledby="target">
      <header>
        <h2 id="target">{target.name}</h2>
        <span class="small dim">
          <Prose text={target.about} />
        </span>
      </header>
      <p class="small dim">
        Exact for <Prose text={target.exactFor} />.
      </p>
      <div class="row">
        {target.forms.length < 2 ? null : (
          <label class="field inline">
            <span>Form</span>
            <select class="input" value={form} onChange={(event) => setForm(event.currentTarget.value)}>
              {target.forms.map((name, i) => (
                <option key={name} value={i === 0 ? '' : name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="check">
          <input type="checkbox" checked={includes} onChange={(event) => setIncludes(event.currentTarget.checked)} />
          with quarantined rules too
        </label>
      </div>
      <Waiting answer={answer}>
        {({ text, exported, refused }) => (
          <>
            <div class="row">
              <a class="button main" href={apiUrl(`export/${target.name}`, query)} download={target.fileName}>
                <Icon name="download" /> Download {target.fileName}
              </a>
              <CopyButton text={text} />
              <span class="small dim" role="status">
                {counted(exported, 'rule')} exported
                {refused.length === 0 ? '' : `, ${grouped(refused.length)} left out`}
              </span>
            </div>
            <Scroller className="code" label={`Text for ${target.name}`}>
              {text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text === '' ? 'nothing to export' : text}
            </Scroller>
            {refused.length === 0 ? null : <Refused refused={refused} />}
          </>
        )}
      </Waiting>
    </section>
  );
}

const SHOWN_REFUSALS = 200;

function Refused({ refused }: { readonly refused: ExportAnswer['refused'] }) {
  return (
    <details>
      <summary>{counted(refused.length, 'rule')} left out, and why</summary>
      <ul class="plain refusals">
        {refused.slice(0, SHOWN_REFUSALS).map(({ ref, text, reason }) => (
          <li key={ref}>
            <a class="mono break" href={href('rules', ref)}>
              <RuleText text={text} />
            </a>
            <span class="small dim break">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
