/** Which operations and views each export target can express, as the table of docs/export.md. */
import { EXPORTERS, exportRules, TARGETS, type TargetName } from '../../src/export/index.ts';
import { ruleOf } from '../support/rule-of.ts';

const KINDS: readonly (readonly [string, string])[] = [
  ['dropParam(name)', '@{a.com,www.a.com} E => dropParam(ref)'],
  ['… below a path', '@{a.com,www.a.com} E path^=/shop/ => dropParam(ref)'],
  ['… with other conditions', '@{a.com,www.a.com} E param=id => dropParam(ref)'],
  ['dropParam(name,value=…)', '@{a.com,www.a.com} E => dropParam(ref,value=1)'],
  ['dropParam(prefix=…)', '@{a.com,www.a.com} E => dropParam(prefix=utm_)'],
  ['anyParam', '@{a.com,www.a.com} E => anyParam(sid)'],
  ['aliasParam', '@{a.com,www.a.com} E => aliasParam(sort: a,b -> c)'],
  ['renameParam', '@{a.com,www.a.com} E => renameParam(a -> b)'],
  ['dropQuery', '@{a.com,www.a.com} E => dropQuery()'],
  ['sortParams', '@{a.com,www.a.com} E => sortParams()'],
  ['dropEmptyParams', '@{a.com,www.a.com} E => dropEmptyParams()'],
  ['dropRepeatedParams', '@{a.com,www.a.com} E => dropRepeatedParams()'],
  ['separator', '@{a.com,www.a.com} E => separator(&)'],
  ['host', '@{b.com} E => host(b.com -> a.com)'],
  ['scheme', '@{a.com,www.a.com} E => scheme(https)'],
  ['dropPort', '@{a.com,www.a.com} E => dropPort()'],
  ['lowerPath', '@{a.com,www.a.com} E => lowerPath()'],
  ['decode', '@{a.com,www.a.com} E => decode()'],
  ['collapseSlashes', '@{a.com,www.a.com} E => collapseSlashes()'],
  ['trimSlash', '@{a.com,www.a.com} E => trimSlash()'],
  ['dropSuffix', '@{a.com,www.a.com} E => dropSuffix(.html)'],
  ['dropSegment', '@{a.com,www.a.com} E => dropSegment(en)'],
  ['anySegment', '@{a.com,www.a.com} E => anySegment(2)'],
  ['dropPathParam', '@{a.com,www.a.com} E => dropPathParam(sid)'],
  ['aliasPrefix', '@{a.com,www.a.com} E => aliasPrefix(/en -> /de)'],
  ['pathFromParam', '@{a.com,www.a.com} E => pathFromParam(p,prefix=/w/)'],
  ['text rules', '@{a.com,www.a.com} S "/x" => "/y"'],
  ['key rules', '@{a.com,www.a.com} K query[sid]=* => query[sid]:=⊥'],
  ['token rules', '@{a.com,www.a.com} T ^<a>://*.com/*$ => $1://$2.com/$3'],
];

/** Targets whose columns are equal share one. */
export function capabilityTable(): string {
  const columns = new Map<string, { names: string[]; cells: string[] }>();
  for (const name of TARGETS) {
    const forms = EXPORTERS[name].forms;
    const variants = forms.length === 0 ? [''] : forms;
    for (const form of variants) {
      const cells = KINDS.map(([, text]) => (isExpressible(name, form, text) ? '✓' : ''));
      const column = columns.get(cells.join()) ?? { names: [], cells };
      column.names.push(form === '' ? name : `${name} ${form}`);
      columns.set(cells.join(), column);
    }
  }
  const all = [...columns.values()];
  const letters = all.map((_, i) => String.fromCharCode(65 + i));
  return [
    ...all.map(({ names }, i) => `- **${letters[i]}**: ${names.join(', ')}`),
    '',
    `| rule | ${letters.join(' | ')} |`,
    `|---|${letters.map(() => ':-:|').join('')}`,
    ...KINDS.map(([label], k) => `| ${label} | ${all.map(({ cells }) => cells[k] || ' ').join(' | ')} |`),
  ].join('\n');
}

function isExpressible(to: TargetName, form: string, text: string): boolean {
  const evidence = { fetchable: { checked: 10, ok: 10 } };
  const rule = ruleOf(text, { evidence });
  const set = { dustpan: 1 as const, apply: 'fixpoint' as const, sun: false, options: {}, rules: [rule] };
  return exportRules(set, { to, ...(form !== '' && { form }) }).refused.length === 0;
}
