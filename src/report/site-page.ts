/** What rules do to somebody's data, as one page: figures first, then where duplicates come from, the rules, what stays, and what to paste where. */
import { grouped } from '../base/index.ts';
import type { Survey } from '../pipeline/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { count, percent } from './figures.ts';
import { escapeHtml, htmlPage, htmlTable } from './html.ts';
import { rulesSection } from './site-rules.ts';
import { snippetsSection } from './site-snippets.ts';
import { SITE_SCRIPT, SITE_STYLE } from './site-style.ts';
import { botsSection, paramsSection, placesSection } from './site-waste.ts';

export type SiteReport = { readonly survey: Survey; readonly ruleSet: RuleSet; readonly title?: string };

export function sitePage({ survey, ruleSet, title = 'Duplicate URLs' }: SiteReport): string {
  const sections = [
    `<h1>${escapeHtml(title)}</h1>`,
    lead(survey),
    tiles(survey),
    balance(survey),
    placesSection(survey),
    paramsSection(survey.params),
    botsSection(survey.bots),
    rulesSection(ruleSet),
    unexplainedSection(survey),
    survey.rules.active === 0 ? '' : snippetsSection(ruleSet),
    METHOD,
  ];
  return htmlPage(`Dustpan: ${title}`, sections.filter((text) => text !== '').join('\n'), SITE_STYLE, SITE_SCRIPT);
}

function lead({ totals, rules }: Survey): string {
  const active = rules.active === 1 ? '1 rule' : `${grouped(rules.active)} rules`;
  const known =
    totals.labeled === 0
      ? 'Of their pages nothing is known, so what is a duplicate can only be told by rules that were learned elsewhere.'
      : `${grouped(totals.duplicates)} of ${grouped(totals.labeled)} URLs whose pages are known are duplicates.`;
  const done =
    rules.active + rules.quarantined + rules.refuted === 0
      ? `There are no rules yet; ${grouped(totals.removed)} are other spellings of the same URL.`
      : `${active} in use ${rules.active === 1 ? 'removes' : 'remove'} ${grouped(totals.removed)}.`;
  return `<p class="lead">${grouped(totals.urls)} URLs. ${known} ${done}</p>`;
}

type Tile = { readonly value: string; readonly name: string; readonly note?: string };

function tiles({ totals }: Survey): string {
  const shown: Tile[] = [
    { value: grouped(totals.urls), name: 'URLs' },
    {
      value: grouped(totals.removed),
      name: 'removed by the rules',
      note: `${percent(totals.urls === 0 ? null : totals.removed / totals.urls)} of all URLs`,
    },
    ...(totals.labeled === 0
      ? []
      : [
          {
            value: percent(totals.coverage),
            name: 'of the known duplicates removed',
            note: `${grouped(totals.duplicates)} duplicates of ${grouped(totals.pages)} pages`,
          },
          {
            value: grouped(totals.impureForms),
            name: 'keys that join different pages',
            note:
              totals.errorBound === null
                ? 'nothing is joined'
                : `of ${grouped(totals.sharedForms)} that join URLs; at most ${percent(totals.errorBound)} in the long run (${100 * totals.confidence} % sure)`,
          },
          { value: grouped(totals.pagesLost), name: 'pages lost to a crawler that fetches one URL a key' },
        ]),
  ];
  const items = shown.map(
    ({ value, name, note }) =>
      `<li><b>${escapeHtml(value)}</b><span>${escapeHtml(name)}</span>${note === undefined ? '' : `<small>${escapeHtml(note)}</small>`}</li>`,
  );
  return `<ul class="tiles">${items.join('')}</ul>`;
}

/** One bar for all URLs: what stays, what the rules remove, what they could not. */
function balance({ totals, unexplained }: Survey): string {
  const left = unexplained.reduce((sum, { duplicates }) => sum + duplicates, 0);
  const parts = [
    { name: 'stay', value: Math.max(0, totals.keys - left), className: 'stay' },
    { name: 'removed by rules', value: totals.removed, className: 'gone' },
    { name: 'duplicates that stay', value: left, className: 'left' },
  ];
  const sum = parts.reduce((total, { value }) => total + value, 0);
  if (sum === 0) return '';
  const label = parts.map(({ name, value }) => `${name} ${grouped(value)}`).join(', ');
  const pieces = parts
    .filter(({ value }) => value > 0)
    .map(({ value, className }) => `<span class="${className}" style="flex-grow:${value}"></span>`);
  const legend = parts.map(
    ({ name, value, className }) =>
      `<li><i class="${className}"></i>${escapeHtml(name)}: ${grouped(value)} (${percent(value / sum)})</li>`,
  );
  return `<div class="balance" role="img" aria-label="${escapeHtml(label)}">${pieces.join('')}</div>\n<ul class="legend">${legend.join('')}</ul>`;
}

const SHOWN_KINDS = 30;

function unexplainedSection({ totals, unexplained }: Survey): string {
  if (totals.labeled === 0) return '';
  if (unexplained.length === 0) return '<h2>What stays</h2>\n<p>No known duplicate is left.</p>';
  const rows = unexplained.slice(0, SHOWN_KINDS).map(({ difference, duplicates, pages, example }) => ({
    cells: [
      { text: difference, isName: true },
      { text: count(duplicates) },
      { text: count(pages) },
      { text: example.join('\n'), isLong: true },
    ],
  }));
  const rest = unexplained.length - rows.length;
  return `<h2>What stays</h2>
<p>Duplicates that no rule explains, by what differs between their URLs. Few pages with the same difference may be chance; another path is seldom a rule.</p>
${htmlTable('', ['what differs', 'duplicates', 'pages', 'example'], rows)}${rest > 0 ? `\n<p class="dim">and ${grouped(rest)} more kinds</p>` : ''}`;
}

const METHOD = `<h2>How this was counted</h2>
<p>A URL is removed if another URL with the same key came before it. Duplicates are known where the data has labels, digests or sketches; a key joins different pages if two of its
URLs are certainly different pages. The bound is Clopper and Pearson's. Whether a parameter has an effect is measured on URLs that differ in it alone; the words for what it
does are read off its name and values, and decide nothing. Requests are saved if they were for a URL of a page other than the one that was asked for most often.</p>`;
