/** Rules as text to paste: what nginx, robots.txt and No-Vary-Search can express of them exactly. */
import { grouped } from '../base/index.ts';
import { EXPORTERS, exportRules, type TargetName } from '../export/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { escapeHtml } from './html.ts';

const SNIPPETS: readonly { readonly to: TargetName; readonly title: string }[] = [
  { to: 'nginx', title: 'nginx' },
  { to: 'robots', title: 'robots.txt' },
  { to: 'no-vary-search', title: 'No-Vary-Search' },
];
/** Lines that a page shows; more are written by the command. */
const MOST_LINES = 200;

export function snippetsSection(ruleSet: RuleSet): string {
  const snippets = SNIPPETS.map(({ to, title }) => snippet(ruleSet, to, title));
  return `<h2>To paste</h2>
<p>What each can say exactly; a rule that it cannot is left out, never bent. The command <code>dustpan export</code> writes these and more, and names what was left out and why.</p>
${snippets.join('\n')}`;
}

function snippet(ruleSet: RuleSet, to: TargetName, title: string): string {
  const { text, exported, refused } = exportRules(ruleSet, { to });
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, MOST_LINES).join('\n');
  const rest = lines.length - MOST_LINES;
  const told = `${EXPORTERS[to].about}; ${grouped(exported.length)} rules, ${grouped(refused.length)} left out`;
  const head = `<h3>${escapeHtml(title)}</h3>\n<p class="dim">${escapeHtml(told)}</p>`;
  if (exported.length === 0) return `<article class="card">${head}</article>`;
  return `<article class="card">${head}
<button type="button" class="copy" data-copies="snippet-${to}">Copy</button>
<pre id="snippet-${to}" tabindex="0" aria-label="${escapeHtml(title)}">${escapeHtml(shown)}</pre>${rest > 0 ? `\n<p class="dim">and ${grouped(rest)} more lines: dustpan export --to ${to}</p>` : ''}
</article>`;
}
