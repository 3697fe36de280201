/** The suite that every export target must pass. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { isDustpanError } from '../base/index.ts';
import { compileRules } from '../normalize/index.ts';
import type { Rule, RuleSet } from '../rules/index.ts';
import { exportRules } from './export-rules.ts';
import { EXPORTERS, type TargetName } from './exporters.ts';

export const PROVEN = { fetchable: { checked: 10, ok: 10 } };

export function rule(text: string, more: Partial<Pick<Rule, 'state' | 'evidence'>> = { evidence: PROVEN }): Rule {
  return ruleOf(text, more);
}

export function setOf(rules: readonly Rule[], more: Partial<RuleSet> = {}): RuleSet {
  return { dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules, ...more } as RuleSet;
}

/** Rules of every view and operation; most targets refuse most of them. */
const RULES = [
  '@{a.com,www.a.com} E => dropParam(ref)',
  '@{a.com,www.a.com} E path^=/1/ => dropParam(sid)',
  '@{a.com} E => dropParam(v,value=1)',
  '@{a.com} E => dropParam(prefix=utm_)',
  '@{a.com} E => anyParam(t)',
  '@{a.com} E param=a => aliasParam(sort: a,b -> c)',
  '@{a.com} E => renameParam(x -> y)',
  '@{a.com} E path^=/static/ => dropQuery()',
  '@{a.com} E => sortParams()',
  '@{a.com} E => dropEmptyParams()',
  '@{a.com} E => dropRepeatedParams()',
  '@{a.com} E => separator(&)',
  '@{a.com} E => lowerPath()',
  '@{a.com} E => decode()',
  '@{a.com} E => collapseSlashes()',
  '@{a.com} E => trimSlash()',
  '@{a.com} E => dropSuffix(/index.html)',
  '@{a.com} E => dropSegment(en)',
  '@{a.com} E => anySegment(2)',
  '@{a.com} E => dropPathParam(jsessionid)',
  '@{a.com} E => aliasPrefix(/en -> /de)',
  '@{a.com} E => pathFromParam(title,prefix=/wiki/)',
  '@{b.com} E => host(b.com -> a.com)',
  '@{a.com} E => scheme(https)',
  '@{a.com} E => dropPort()',
  '@{c.com} S "/x" => "/y"',
  '@{d.com} K query[sid]=* => query[sid]:=⊥',
  '@{d.com} T ^<a>://d.com/*$ => $1://d.com/lower($2)',
].map((text) => rule(text));

const URLS = [
  'http://a.com/?ref=1&b=2',
  'http://a.com/1/x?sid=1',
  'http://www.a.com/1/?sid=1&ref=2&ref=3',
  'http://b.com/en/x/?x=1',
  'http://c.com/x/x',
  'http://d.com/Page',
  'http://d.com/?sid=4',
  'http://e.com/?ref=1',
  'not a URL',
  '',
];

/** Calls the shared cases for a target. */
export function describeExporter(name: TargetName): void {
  const exporter = EXPORTERS[name];
  const forms = exporter.forms.length === 0 ? [''] : exporter.forms;
  describe.each(forms.map((form) => ({ form })))(`${name} $form`, ({ form }) => {
    const options = { to: name, urls: URLS, ...(form !== '' && { form }) };
    const set = setOf(RULES);

    it('writes each rule or refuses it with a reason', () => {
      const { exported, refused } = exportRules(set, options);
      const all = [...exported.map(({ id }) => id), ...refused.map((refusal) => refusal.rule.id)];
      expect(all.sort()).toEqual(RULES.map(({ id }) => id).sort());
      for (const { reason } of refused) expect(reason).toMatch(/^\S.{9,}[^.]$/);
    });

    it('says the same twice, and nothing of rules that are not applied', () => {
      expect(exportRules(set, options).text).toBe(exportRules(set, options).text);
      const off = setOf(RULES.map((one) => ({ ...one, state: 'quarantined' as const })));
      const { text, exported, refused } = exportRules(off, options);
      expect([exported, refused]).toEqual([[], []]);
      expect(text).toBe(exportRules(setOf([]), options).text);
      expect(exportRules(off, { ...options, include: ['quarantined'] }).exported.length).toBe(
        exportRules(set, options).exported.length,
      );
    });

    it('does what the exported rules do, or leaves a URL as it came', () => {
      const result = exportRules(set, options);
      const normalizer = compileRules(setOf(result.exported));
      for (const url of URLS) {
        const wanted = result.gives === 'key' ? normalizer.key(url) : normalizer.rewrite(url);
        expect([wanted, url]).toContain(result.apply(url));
      }
    });

    it('refuses to guess what an unknown form is', () => {
      let error: unknown;
      try {
        exportRules(set, { ...options, form: 'nonsense' });
      } catch (caught) {
        error = caught;
      }
      expect(isDustpanError(error)).toBe(true);
    });
  });
}
