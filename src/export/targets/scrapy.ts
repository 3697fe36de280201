/** Scrapy: a module with a fingerprinter that applies all rules, or rules for the package duplicate-url-discarder. */
import { compileRules } from '../../normalize/index.ts';
import { type Key, parseKey, type Rule, type Stage, type ValueExpr } from '../../rules/index.ts';
import type { Exporter, ExportPlan } from '../exporter.ts';
import { dropProblem, namedHostsProblem, refuseSecondOfFirst, simulateRules } from './by-list.ts';
import { ruleSetOf } from './crawlee.ts';
import { PYTHON_KEYS } from './python-keys.ts';
import { PYTHON_RULES } from './python-rules.ts';
import { PYTHON_URLS } from './python-urls.ts';

export const scrapy: Exporter = {
  name: 'scrapy',
  about: 'a module for `REQUEST_FINGERPRINTER_CLASS` with all rules, or a JSON file for duplicate-url-discarder',
  forms: ['fingerprinter', 'discarder'],
  exactFor: 'all URLs (fingerprinter); URLs whose parameters are separated by "&", none of them empty (discarder)',
  gives: () => 'key',
  refuse: (rule, { form }) => (form === 'discarder' ? refuseDiscarder(rule) : null),
  refuseTogether: (context) => (context.form === 'discarder' ? refuseSecondOfFirst(context) : []),
  render: (plan) => (plan.form === 'discarder' ? discarder(plan) : fingerprinter(plan)),
  simulate(plan) {
    if (plan.form === 'discarder') return simulateRules(plan);
    const normalizer = compileRules(ruleSetOf(plan));
    return (url) => normalizer.key(url);
  },
};

function refuseDiscarder(rule: Rule): string | null {
  const reason = dropProblem(rule, { prefix: true }) ?? namedHostsProblem(rule);
  if (reason !== null) return reason;
  const { scope, match, emit } = rule;
  const hosts = scope.hosts === '*' ? [] : scope.hosts;
  // Its patterns are for a host with and without www, and look at a path without regard to case.
  const alone = hosts.find((host) => !host.startsWith('www.') && !hosts.includes(`www.${host}`));
  if (alone !== undefined) return `the target would apply it to www.${alone} too`;
  const cond = match.view === 'edit' ? match.when[0] : undefined;
  if (cond !== undefined && 'path' in cond && /[A-Za-z*|?#]/.test(cond.path.prefix ?? ''))
    return 'the target compares paths without regard to case';
  const name = emit.view === 'edit' && 'name' in emit.op ? String(emit.op.name) : '';
  return name === '' ? 'the name is empty' : null;
}

function discarder({ stages }: ExportPlan): string {
  const rules = stages
    .flatMap((stage) => stage.rules)
    .map(({ emit, match, scope }, i) => ({
      args: emit.view === 'edit' && 'name' in emit.op ? [emit.op.name] : [],
      order: i + 1,
      processor: 'queryRemoval',
      urlPattern: {
        include: (scope.hosts === '*' ? [] : scope.hosts).map((host) => host + prefixOf(match)),
      },
    }));
  return `${JSON.stringify(rules, null, 2)}\n`;
}

function prefixOf(match: Rule['match']): string {
  const cond = match.view === 'edit' ? match.when[0] : undefined;
  return cond !== undefined && 'path' in cond ? (cond.path.prefix ?? '/') : '/';
}

function fingerprinter({ stages }: ExportPlan): string {
  const data = JSON.stringify(stages.map(pythonStage));
  return `"""Request fingerprints by learned rules. Written by "dustpan export --to scrapy".

Put it beside your settings as dustpan_rules.py, and in settings.py:

    REQUEST_FINGERPRINTER_CLASS = "yourproject.dustpan_rules.DustpanFingerprinter"

A request with meta {"dustpan": False} or {"verbatim_url": True} is left to the class that the setting
DUSTPAN_FALLBACK_FINGERPRINTER_CLASS names, which is Scrapy's own unless given.
"""
import json
import re
from functools import lru_cache
from weakref import WeakKeyDictionary

_STAGES = json.loads(
    ${JSON.stringify(data)}
)

${PYTHON_URLS}
${PYTHON_RULES}
${PYTHON_KEYS}

class DustpanFingerprinter:
    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def __init__(self, crawler=None):
        from scrapy.utils.misc import load_object

        name = "scrapy.utils.request.RequestFingerprinter"
        if crawler is not None:
            name = crawler.settings.get("DUSTPAN_FALLBACK_FINGERPRINTER_CLASS", name)
        fallback = load_object(name)
        with_crawler = crawler is not None and hasattr(fallback, "from_crawler")
        self.fallback = fallback.from_crawler(crawler) if with_crawler else fallback()
        self.cache = WeakKeyDictionary()

    def fingerprint(self, request):
        if request in self.cache:
            return self.cache[request]
        keyed = request
        if request.meta.get("dustpan") is not False and not request.meta.get("verbatim_url"):
            key = dustpan_key(request.url)
            keyed = request.replace(url=key if "://" in key else "dustpan://" + key)
        result = self.fallback.fingerprint(keyed)
        self.cache[request] = result
        return result
`;
}

/** As the Python code wants them: keys taken apart, and a note which rules may lead to another host. */
function pythonStage({ apply, sun, rules }: Stage): object {
  return {
    apply,
    sun,
    rules: rules.map((rule) => ({
      hosts: rule.scope.hosts,
      moves: apply === 'fixpoint' && mayMove(rule),
      match: pythonMatch(rule),
      emit: pythonEmit(rule),
    })),
  };
}

/** True if the host may be another one afterwards. */
function mayMove({ emit }: Rule): boolean {
  return emit.view !== 'edit' || ['host', 'dropPort'].includes(emit.op.op);
}

function pythonMatch({ match }: Rule): object {
  if (match.view !== 'keys') return match;
  return { ...match, where: entries(match.where), deep: entries(match.deep ?? {}) };
}

function pythonEmit({ emit }: Rule): object {
  if (emit.view !== 'keys') return emit;
  return {
    ...emit,
    set: entries(emit.set).map(([key, expr]) => [key, pythonExpr(expr)]),
    ...(emit.path && { path: emit.path.map(pythonExpr) }),
  };
}

function pythonExpr(expr: ValueExpr): object {
  if ('cat' in expr) return { cat: expr.cat.map(pythonExpr) };
  if ('ref' in expr) return { ref: pythonKey(expr.ref) };
  return 'of' in expr ? { conv: expr.conv, of: pythonKey(expr.of) } : expr;
}

function entries<T>(record: Readonly<Record<Key, T>>): [readonly (string | number | null)[], T][] {
  return Object.entries(record).map(([key, value]) => [pythonKey(key), value]);
}

function pythonKey(key: Key): readonly (string | number | null)[] {
  const parts = parseKey(key);
  if (parts === null) return ['none', null];
  if (parts.part === 'path') return ['path', parts.index, parts.piece];
  return parts.part === 'query' ? ['query', parts.name, parts.occurrence, parts.piece] : [parts.part, null];
}
