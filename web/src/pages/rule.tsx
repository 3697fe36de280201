/** One rule: what it says, what it merges, what is known of it, and the switch. */
import type { RuleDetail } from '../../../src/server/api.ts';
import { Railroad } from '../draw/railroad.tsx';
import { RuleText } from '../draw/rule-text.tsx';
import { ruleTracks } from '../draw/rule-track.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { counted, grouped, percent } from '../parts/format.ts';
import { Icon } from '../parts/icons.tsx';
import { State } from '../parts/state.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { type Answer, useAnswer } from '../service/use-answer.ts';
import { useApp } from '../shell/app-context.ts';
import { href, hrefWith } from '../shell/route.ts';
import { RuleExamples } from './rule-examples.tsx';
import { RuleHistory } from './rule-history.tsx';
import { RuleSwitch } from './rule-switch.tsx';

export function RulePage({ address }: { readonly address: string }) {
  const { round } = useApp();
  const answer = useAnswer<RuleDetail>(`rules/${encodeURIComponent(address)}`, {}, round);
  return (
    <div class="page">
      <a class="back" href={href('rules')}>
        <Icon name="back" /> All rules
      </a>
      <Waiting answer={answer}>{(detail) => <Rule detail={detail} answer={answer} />}</Waiting>
    </div>
  );
}

function Rule({ detail, answer }: { readonly detail: RuleDetail; readonly answer: Answer<RuleDetail> }) {
  const tracks = ruleTracks(detail.rule);
  return (
    <>
      <div class="head rule-head">
        <div>
          <h1 class="rule-title mono break">
            <RuleText text={detail.text} />
          </h1>
          <div class="row">
            <State state={detail.state} />
            {detail.family === null ? null : <span class="tag">{detail.family}</span>}
            <span class="tag">{detail.learner}</span>
            <span class="tag" title="the place in the file: rules are tried in this order">
              no. {grouped(detail.order)}
            </span>
            {detail.rewrites === true ? <span class="tag">also used to rewrite</span> : null}
            <CopyButton text={detail.text} label="Copy text form" />
          </div>
        </div>
        <RuleSwitch detail={detail} answer={answer} />
      </div>
      {detail.note === null ? null : (
        <p class="note break">
          <span class="hidden">Note: </span>
          {detail.note}
        </p>
      )}
      <section class="section" aria-labelledby="pattern">
        <header>
          <h2 id="pattern">The pattern</h2>
          <span class="small dim">follow the line from the dot to the ring; a number is where a matched part goes</span>
        </header>
        <div class="panel tracks">
          <h3>A URL like this</h3>
          <Railroad label="What it matches" tracks={tracks.match} />
          <h3>gets this form</h3>
          <Railroad label="What becomes of it" tracks={tracks.result} />
        </div>
      </section>
      <RuleExamples detail={detail} />
      <div class="two">
        <Evidence detail={detail} />
        <Hosts detail={detail} />
      </div>
      <Exports detail={detail} />
      <RuleHistory detail={detail} answer={answer} />
    </>
  );
}

function Evidence({ detail }: { readonly detail: RuleDetail }) {
  const { rule, inFavor, against, counterExamples, falsePairs, support } = detail;
  const { impureUpper, confidence, forms, risk } = rule.evidence ?? {};
  return (
    <section class="section" aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <dl class="facts small-facts">
        {support === null ? null : (
          <div>
            <dt>Pairs joined</dt>
            <dd>{grouped(support)}</dd>
          </div>
        )}
        {falsePairs === null ? null : (
          <div>
            <dt>Of them wrongly</dt>
            <dd class={falsePairs > 0 ? 'bad' : ''}>{grouped(falsePairs)}</dd>
          </div>
        )}
        {risk === undefined ? null : (
          <div>
            <dt>Expected risk</dt>
            <dd>{percent(risk)}</dd>
          </div>
        )}
        {typeof impureUpper !== 'number' ? null : (
          <div>
            <dt>Wrong at most</dt>
            <dd>
              {percent(impureUpper)}
              <small>
                {counted(forms ?? 0, 'form')}
                {confidence === undefined ? '' : `, ${percent(confidence)} sure`}
              </small>
            </dd>
          </div>
        )}
      </dl>
      <ul class="sentences">
        {inFavor.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {/* Drawn above, if they are pairs of URLs. */}
        {(counterExamples.length > 0 ? [] : against).map((sentence) => (
          <li key={sentence} class="bad break">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHOWN_HOSTS = 40;

function Hosts({ detail: { rule } }: { readonly detail: RuleDetail }) {
  const { hosts } = rule.scope;
  return (
    <section class="section" aria-labelledby="scope">
      <h2 id="scope">Hosts</h2>
      {hosts === '*' ? (
        <p>It applies to every host.</p>
      ) : (
        <>
          <p class="small dim">It applies to URLs of {counted(hosts.length, 'host')}, and to no other.</p>
          <ul class="plain hosts">
            {hosts.slice(0, SHOWN_HOSTS).map((host) => (
              <li key={host}>
                <a class="break" href={hrefWith(['rules'], { host })}>
                  {host}
                </a>
              </li>
            ))}
          </ul>
          {hosts.length > SHOWN_HOSTS ? (
            <details>
              <summary>{counted(hosts.length - SHOWN_HOSTS, 'more host')}</summary>
              <p class="small break">{hosts.slice(SHOWN_HOSTS, 2000).join(', ')}</p>
            </details>
          ) : null}
        </>
      )}
    </section>
  );
}

function Exports({ detail: { exports } }: { readonly detail: RuleDetail }) {
  const can = exports.filter(({ refusal }) => refusal === null);
  const cannot = exports.filter(({ refusal }) => refusal !== null);
  return (
    <section class="section" aria-labelledby="exports">
      <header>
        <h2 id="exports">Exports</h2>
        <span class="small dim">systems that can say this rule exactly</span>
      </header>
      {can.length === 0 ? <p class="dim">No other system can express it exactly.</p> : null}
      <ul class="plain tabs">
        {can.map(({ target }) => (
          <li key={target}>
            <a class="chip" href={href('export', target)}>
              {target}
            </a>
          </li>
        ))}
      </ul>
      {cannot.length === 0 ? null : (
        <details>
          <summary>{counted(cannot.length, 'system')} cannot, and why</summary>
          <dl class="list">
            {cannot.map(({ target, refusal }) => (
              <div class="pair" key={target}>
                <dt>{target}</dt>
                <dd class="break">{refusal}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
