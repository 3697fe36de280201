/** The rules of a report: the strongest with what they join, side by side, and a list of the others. */
import { grouped } from '../base/index.ts';
import { type Evidence, type Example, printRule, type Rule, type RuleSet, rulesOf } from '../rules/index.ts';
import { alignTexts } from './align-texts.ts';
import { count, percent } from './figures.ts';
import { escapeHtml, htmlTable } from './html.ts';

const STRONGEST = 25;
/** In the list; a set of ten thousand rules must stay a page that opens. */
const LISTED = 2000;
/** Longer texts are cut in the list. */
const LONGEST = 240;

export function rulesSection(ruleSet: RuleSet): string {
  const rules = rulesOf(ruleSet);
  if (rules.length === 0) return '<h2>Rules</h2>\n<p>There are no rules.</p>';
  const applied = rules.filter(({ state }) => state === 'active').sort((a, b) => strength(b) - strength(a));
  const cards = applied.slice(0, STRONGEST).map(card);
  const listed = rules.slice(0, LISTED);
  const rest = rules.length - listed.length;
  const table = htmlTable(
    rest > 0
      ? `The first ${grouped(LISTED)} of ${grouped(rules.length)} rules, in the order of the file`
      : 'All rules, in the order of the file',
    ['rule', 'state', 'from', 'joins pairs', 'wrong', 'risk'],
    listed.map((rule) => ({
      className: rule.state === 'active' ? 'rule' : 'rule dim',
      cells: [
        { text: cut(printRule(rule)), isName: true },
        { text: rule.state },
        { text: sourceOf(rule) },
        { text: count(rule.evidence?.support ?? null) },
        { text: count(rule.evidence?.falsePairs ?? null) },
        { text: percent(riskOf(rule.evidence)) },
      ],
    })),
  );
  return `<h2>The strongest rules</h2>
<p>With two URLs that each joins: what is the same is gray, what differs is marked, and the last line is the key.</p>
${cards.join('\n')}
<h2>All rules</h2>
<details><summary>${grouped(rules.length)} rules</summary>
${table}
</details>`;
}

function strength({ evidence }: Rule): number {
  return evidence?.support ?? 0;
}

function card(rule: Rule): string {
  const { evidence = {}, note } = rule;
  const facts = [
    sourceOf(rule),
    ...(evidence.support === undefined ? [] : [`joins ${count(evidence.support)} pairs`]),
    ...(evidence.falsePairs === undefined ? [] : [`${count(evidence.falsePairs)} of them wrong`]),
    ...(riskOf(evidence) === null ? [] : [`risk ${percent(riskOf(evidence))}`]),
  ];
  const examples = [
    ...(evidence.examples ?? []).slice(0, 2).map((example) => aligned(example, 'example')),
    ...(evidence.counterExamples ?? []).slice(0, 1).map((example) => aligned(example, 'counter')),
  ];
  return `<article class="card">
<h3><code>${escapeHtml(cut(printRule(rule)))}</code></h3>
<p class="dim">${escapeHtml(facts.join(' · '))}</p>${note === undefined ? '' : `\n<p>${escapeHtml(note)}</p>`}
${examples.join('\n')}
</article>`;
}

/** Two URLs and their key, token by token in columns. */
function aligned({ urls, form }: Example, kind: 'example' | 'counter'): string {
  const texts = [...urls, form];
  const columns = alignTexts(texts);
  const lines = texts.map((_, row) => {
    const cells = columns.map(({ cells, kind: column }) => {
      const text = cells[row];
      if (column !== 'differs') return `<td>${escapeHtml(text ?? '')}</td>`;
      return text == null ? '<td class="gap"></td>' : `<td class="differs">${escapeHtml(text)}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const label = kind === 'counter' ? '<p class="warning">Joins these different pages:</p>' : '';
  return `${label}<div class="wide" tabindex="0" role="region" aria-label="example"><table class="aligned" aria-label="${escapeHtml(`${urls[0]} and ${urls[1]} become ${form}`)}"><tbody>${lines.join('')}</tbody></table></div>`;
}

function sourceOf({ learner, evidence }: Rule): string {
  return evidence?.family === undefined ? learner : `${learner}: ${evidence.family}`;
}

/** What is expected with all that is believed of such rules, or else the upper bound of what was seen. */
function riskOf(evidence: Evidence | undefined): number | null {
  return evidence?.risk ?? evidence?.impureUpper ?? null;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
