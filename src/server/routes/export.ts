/** Rules for other programs, to look at and to download. */
import type { Hono } from 'hono';
import { isDustpanError } from '../../base/index.ts';
import { EXPORTERS, exportRules, TARGETS, type TargetName } from '../../index.ts';
import type { ExportAnswer, TargetsAnswer } from '../api.ts';
import { Refusal } from '../problem.ts';
import { attachment, json, respond } from '../respond.ts';
import { type ExportQuery, exportQuery } from '../schemas.ts';
import type { Services } from '../services.ts';
import type { Snapshot } from '../snapshot.ts';
import { readQuery } from './query.ts';

/** The usual ending of each target's file; text if there is none. */
const ENDINGS: Readonly<Partial<Record<TargetName, string>>> = {
  nginx: 'nginx.conf',
  apache: 'apache.conf',
  robots: 'robots.txt',
  'canonical-csv': 'canonical.csv',
  sql: 'rules.sql',
  scrapy: 'dustpan_rules.py',
  crawlee: 'crawlee.mjs',
  nutch: 'regex-normalize.xml',
  pywb: 'pywb.yaml',
  clearurls: 'clearurls.json',
  stormcrawler: 'stormcrawler.json',
  heritrix: 'heritrix.xml',
};

export function addExportRoutes(app: Hono, { store, data }: Services): void {
  app.get('/v1/targets', () => {
    const targets = TARGETS.map((name) => {
      const { about, exactFor, forms } = EXPORTERS[name];
      return { name, about, exactFor, forms, fileName: fileNameOf(name) };
    });
    return json({ targets } satisfies TargetsAnswer);
  });

  app.get('/v1/export/:target', (c) => {
    const target = c.req.param('target');
    const snapshot = store.current();
    if (target === 'rules.json') {
      return respond(snapshot.text, 'application/json', 200, attachment('rules.json'));
    }
    const name = TARGETS.find((one) => one === target);
    if (name === undefined) {
      throw new Refusal(
        404,
        'no-target',
        `There is no such target; there are ${['rules.json', ...TARGETS].join(', ')}.`,
      );
    }
    const query = readQuery(c.req.url, exportQuery, ['include']);
    const answer = exported(snapshot, name, query, data.current?.urls() ?? []);
    if (query.as === 'json') return json(answer);
    return respond(answer.text, 'text/plain; charset=utf-8', 200, attachment(fileNameOf(name)));
  });
}

function fileNameOf(target: TargetName): string {
  return ENDINGS[target] ?? `${target}.txt`;
}

/** `urls`: for the target that is a list of URLs. */
function exported(
  snapshot: Snapshot,
  to: TargetName,
  { as: _, ...options }: ExportQuery,
  urls: readonly string[],
): ExportAnswer {
  try {
    const { text, gives, exported: rules, refused } = exportRules(snapshot.ruleSet, { to, urls, ...options });
    const places = new Map(snapshot.entries.map((entry) => [entry.rule, entry]));
    return {
      target: to,
      text,
      gives,
      exported: rules.length,
      refused: refused.map(({ rule, reason }) => {
        const entry = places.get(rule) ?? snapshot.find(rule.id);
        return { ref: entry?.ref ?? rule.id, text: entry?.text ?? rule.id, reason };
      }),
    };
  } catch (error) {
    if (!isDustpanError(error)) throw error;
    throw new Refusal(400, error.code, error.message);
  }
}
