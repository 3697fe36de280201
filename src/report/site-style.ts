/** What the page of a site needs beyond the common frame: looks, printing, and a button that copies. */

export const SITE_STYLE = `
.lead{font-size:1.15rem}
ul.tiles{list-style:none;padding:0;margin:1rem 0;display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem}
ul.tiles li{background:var(--panel);border-radius:.5rem;padding:.75rem 1rem;display:flex;flex-direction:column}
ul.tiles b{font-size:1.6rem;line-height:1.2;font-variant-numeric:tabular-nums}
ul.tiles small{color:var(--dim)}
.balance{display:flex;height:1.5rem;border-radius:.4rem;overflow:hidden;gap:2px}
.balance span{flex-basis:0;min-width:2px}
i.stay,i.gone,i.left{width:.9rem;height:.9rem;border-radius:.2rem;display:inline-block}
.stay{background:var(--s2)}.gone{background:var(--s0)}.left{background:var(--s1)}
td.bar{min-width:10rem;width:14rem}
td.bar div{display:flex;height:.8rem}
td.bar span{min-width:0}
td.bar span:first-child{background:var(--s0)}td.bar span:last-child{background:var(--line)}
td.good{color:var(--s2);font-weight:600}
td.long{text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;min-width:18rem;font-family:ui-monospace,monospace;font-size:.8rem}
tr.rule th{font:.8rem/1.4 ui-monospace,monospace;white-space:normal;overflow-wrap:anywhere}
tr.dim td,tr.dim th{color:var(--dim)}
.card{background:var(--panel);border-radius:.5rem;padding:.75rem 1rem;margin:.75rem 0;position:relative}
.card h3{font-size:1rem;margin:0;overflow-wrap:anywhere;padding-right:4rem}
.card h3 code{font-size:.85rem}
.warning{color:var(--s6);font-weight:600}
table.aligned{font:.8rem/1.5 ui-monospace,monospace;margin:.5rem 0}
table.aligned td{padding:0;border:0;text-align:left;color:var(--dim);white-space:pre}
table.aligned td.differs{color:var(--text);background:color-mix(in srgb,var(--s1) 25%,transparent);font-weight:600}
table.aligned td.gap{background:repeating-linear-gradient(135deg,transparent 0 3px,var(--line) 3px 4px)}
table.aligned tr:last-child td{border-top:1px solid var(--line)}
pre{overflow-x:auto;background:var(--back);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;font-size:.8rem;max-height:24rem}
button.copy{position:absolute;top:.75rem;right:1rem;font:inherit;padding:.25rem .75rem;border:1px solid var(--dim);border-radius:.4rem;background:var(--back);color:var(--text);cursor:pointer}
summary{cursor:pointer;padding:.25rem 0}
:focus-visible{outline:2px solid var(--s0);outline-offset:2px}
@media print{body{font-size:11px}main{max-width:none;padding:0}button.copy{display:none}.card,tr{break-inside:avoid}pre{max-height:none;white-space:pre-wrap}.wide{overflow:visible}}
`;

/** The page works without it; only the buttons need it. */
export const SITE_SCRIPT = `
for (const button of document.querySelectorAll('button.copy')) {
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copies);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;
