/** A list of URLs and their canonical URLs, for content management systems and migration tables. */
import { compileRules, type Normalizer } from '../../normalize/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';

export const canonicalCsv: Exporter = {
  name: 'canonical-csv',
  about: 'the table `url,canonical` of the URLs of a file (`--urls`), where the canonical URL is proven to exist',
  forms: [],
  exactFor: 'all URLs',
  gives: () => 'rewrite',
  // A rule that is not proven keeps a URL out of the table by itself.
  refuse: () => null,
  simulate: (plan) => {
    const normalizer = normalizerOf(plan);
    return (url) => normalizer.rewrite(url);
  },
  render(plan) {
    const normalizer = normalizerOf(plan);
    const out = ['url,canonical'];
    for (const url of plan.urls ?? []) {
      const canonical = normalizer.rewrite(url);
      if (canonical !== url) out.push(`${field(url)},${field(canonical)}`);
    }
    return `${out.join('\r\n')}\r\n`;
  },
};

function normalizerOf({ stages }: ExportPlan): Normalizer {
  const active = stages.map((stage) => ({
    ...stage,
    rules: stage.rules.map((rule) => ({ ...rule, state: 'active' as const })),
  }));
  return compileRules({ dustpan: 1, options: {}, stages: active });
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
