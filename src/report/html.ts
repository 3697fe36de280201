/** The frame of every page, and what its parts are made of. */

/** Text that is safe between tags and in quoted attributes; what a page cannot hold is shown as a replacement character. */
export function escapeHtml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const visible = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Cs}/gu, '\ufffd');
  return visible.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A whole page; `body` is HTML, and `style` and `script` are what it needs beyond the common frame. */
export function htmlPage(title: string, body: string, style = '', script = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${body}
</main>${script === '' ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
}

export type Cell = {
  readonly text: string;
  /** Names are to the left and head their row; figures are to the right. */
  readonly isName?: boolean;
  readonly title?: string;
  readonly className?: string;
  /** Text of any length: to the left, and in several lines. */
  readonly isLong?: boolean;
  /** A bar instead of text: the dark part and the light one, as shares of the longest bar. */
  readonly bar?: readonly [number, number];
};

export type TableRow = { readonly cells: readonly Cell[]; readonly className?: string };

export function htmlTable(caption: string, head: readonly string[], rows: readonly TableRow[]): string {
  const headCells = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const lines = rows.map(({ cells, className }) => {
    const attribute = className === undefined ? '' : ` class="${escapeHtml(className)}"`;
    return `<tr${attribute}>${cells.map(htmlCell).join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(caption || head.join(', '))}"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${headCells}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table></div>`;
}

function htmlCell({ text, isName, title, className = '', isLong, bar }: Cell): string {
  const hint = title === undefined ? '' : ` title="${escapeHtml(title)}"`;
  if (bar !== undefined) {
    const parts = bar.map((share) => `<span style="width:${(100 * share).toFixed(2)}%"></span>`);
    return `<td class="bar"><div>${parts.join('')}</div></td>`;
  }
  const names = [className, ...(isLong ? ['long'] : [])].filter((name) => name !== '').join(' ');
  if (names !== '') return `<td class="${escapeHtml(names)}"${hint}>${escapeHtml(text)}</td>`;
  return isName ? `<th scope="row"${hint}>${escapeHtml(text)}</th>` : `<td${hint}>${escapeHtml(text)}</td>`;
}

/** Colors of series: told apart also by those who see no red or no green, with enough contrast on either background. */
const LIGHT = [
  '#0063a8',
  '#b84a00',
  '#00785a',
  '#a3407f',
  '#8a6100',
  '#5b4bb5',
  '#9c2f2f',
  '#3f6f8f',
  '#5c5c5c',
  '#6b7a00',
];
const DARK = [
  '#5cb3f0',
  '#ff9a57',
  '#3fcfa5',
  '#e891c8',
  '#e5b84b',
  '#ab9df2',
  '#f08a8a',
  '#8fc1dd',
  '#b5b5b5',
  '#c5d347',
];
export const SERIES_COLORS = LIGHT.length;

function colors(values: readonly string[]): string {
  return values.map((color, i) => `--s${i}:${color}`).join(';');
}

const STYLE = `
:root{color-scheme:light dark;--text:#1c1c1c;--dim:#5f5f5f;--line:#d4d4d4;--back:#ffffff;--panel:#f6f6f4;${colors(LIGHT)}}
@media (prefers-color-scheme:dark){:root{--text:#e8e8e6;--dim:#a5a5a2;--line:#454543;--back:#191918;--panel:#242422;${colors(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:90rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
p{max-width:46rem;margin:.5rem 0}
.dim{color:var(--dim)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--dim);padding:.25rem 0}
th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child{text-align:left}
thead th{border-bottom:2px solid var(--dim)}
tbody th{font-weight:600}
tr.published th,tr.published td{color:var(--dim);font-weight:400;font-style:italic}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1.5rem}
figure{margin:0;background:var(--panel);padding:1rem;border-radius:.5rem}
figcaption{font-weight:600;margin-bottom:.5rem}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--dim);font:12px system-ui,sans-serif}
svg .axis{stroke:var(--dim)}
svg .grid{stroke:var(--line)}
svg .curve{fill:none;stroke-width:1.5;opacity:.7}
ul.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.75rem 0 0;padding:0;font-size:.875rem}
ul.legend li{display:flex;align-items:center;gap:.4rem}
ul.legend svg{width:14px;height:14px}
`;
