/** What a job learned, in figures and in the strongest rules. */
import type { JobResult } from '../../../src/server/api.ts';
import { RuleText } from '../draw/rule-text.tsx';
import { UrlText } from '../draw/url-text.tsx';
import { counted, grouped, percent } from '../parts/format.ts';

export function JobOutcome({ result }: { readonly result: JobResult }) {
  const { rules, candidates, urls, duplicates, removed, sharedForms, impureForms, errorBound, confidence, advice } =
    result;
  return (
    <>
      <dl class="facts small-facts">
        <div>
          <dt>Rules</dt>
          <dd>
            {grouped(rules)}
            <small>of {counted(candidates, 'candidate')}</small>
          </dd>
        </div>
        <div>
          <dt>Duplicates removed</dt>
          <dd>
            {duplicates === 0 ? grouped(removed) : percent(removed / duplicates)}
            <small>
              {grouped(removed)} of {grouped(duplicates)}, in {counted(urls, 'URL')}
            </small>
          </dd>
        </div>
        <div>
          <dt>Keys of different pages</dt>
          <dd>
            {grouped(impureForms)}
            <small>
              of {grouped(sharedForms)} shared
              {errorBound === null ? '' : `; at most ${percent(errorBound)}, ${percent(confidence)} sure`}
            </small>
          </dd>
        </div>
      </dl>
      {advice === null ? null : <p class="note">{advice}</p>}
      {result.strongest.length === 0 ? null : (
        <div class="section">
          <h4>Strongest rules</h4>
          <ul class="plain strongest">
            {result.strongest.map(({ text, support }) => (
              <li key={text}>
                <span class="mono break">
                  <RuleText text={text} />
                </span>
                <span class="small dim num">{counted(support, 'pair')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {result.unexplained.length === 0 ? null : (
        <details>
          <summary>Duplicates that stay, by what differs</summary>
          <ul class="plain strongest">
            {result.unexplained.map(({ difference, duplicates: left, pages, example }) => (
              <li key={difference}>
                <span>{difference}</span>
                <span class="small dim num">
                  {grouped(left)} of {counted(pages, 'page')}
                </span>
                <span class="mono break pair-example">
                  <UrlText url={example[0]} />
                  <br />
                  <UrlText url={example[1]} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
