/** Checks a rule file as a whole: any JSON value in, a rule set with all defaults filled in out, or one sentence on what is wrong. */
import { ConfigError } from '../../base/index.ts';
import { isHost } from '../hosts.ts';
import { makeRule } from '../make.ts';
import { type Evidence, LEARNERS, type Rule, type RuleSet, type Scope, STATES, type Stage } from '../rule.ts';
import { checkBody } from './body.ts';
import { checkEvidence } from './evidence.ts';
import {
  anyObject,
  array,
  at,
  boolean,
  type Fields,
  fail,
  fields,
  json,
  oneOf,
  show,
  someStrings,
  string,
} from './place.ts';

/** The newest format this version reads and the one it writes. */
const FORMAT = 1;

export function checkRuleSet(value: unknown): RuleSet {
  const file = checkFormat(value);
  const hasStages = Object.hasOwn(file, 'stages');
  const set = fields(file, 'The rule file', hasStages ? ['dustpan', 'stages'] : ['dustpan', 'apply', 'sun', 'rules'], [
    '$schema',
    'options',
  ]);
  const options = 'options' in set ? anyObject(set.options, 'options') : {};
  json(options, 'options');
  const head = {
    ...('$schema' in set && { $schema: string(set.$schema, '$schema') }),
    dustpan: 1 as const,
    options,
  };
  if (!hasStages) return { ...head, ...checkStage(set, '') };
  const stages = array(set.stages, 'stages').map((stage, i) => {
    const here = `stages[${i}]`;
    return checkStage(fields(stage, here, ['apply', 'sun', 'rules']), here);
  });
  return { ...head, stages };
}

function checkFormat(value: unknown): Fields {
  const foreign = (what: string): never => {
    throw new ConfigError(
      'not-a-rule-file',
      `Not a Dustpan rule file: ${what}; a rule file is a JSON object that starts with {"dustpan":1.`,
    );
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return foreign(`it is ${show(value)}`);
  if (!Object.hasOwn(value, 'dustpan')) return foreign('it has no field "dustpan"');
  const { dustpan: format } = value as { readonly dustpan: unknown };
  if (typeof format === 'number' && format > FORMAT) {
    throw new ConfigError(
      'newer-rule-file',
      `This rule file was written by a newer dustpan (format ${format}); update dustpan.`,
    );
  }
  return format === FORMAT ? (value as Fields) : foreign(`its field "dustpan" is ${show(format)}`);
}

function checkStage(stage: Readonly<Record<'apply' | 'sun' | 'rules', unknown>>, place: string): Stage {
  return {
    apply: oneOf(stage.apply, at(place, 'apply'), ['first', 'fixpoint']),
    sun: boolean(stage.sun, at(place, 'sun')),
    rules: array(stage.rules, at(place, 'rules')).map((rule, i) => checkRule(rule, `${at(place, 'rules')}[${i}]`)),
  };
}

function checkRule(value: unknown, place: string): Rule {
  const optional = ['v', 'id', 'learner', 'directed', 'state', 'evidence', 'stats', 'note'] as const;
  const rule = fields(value, place, ['scope', 'match', 'emit'], optional);
  if ('v' in rule && rule.v !== 1)
    fail(at(place, 'v'), `must be 1, not ${show(rule.v)}; if a newer dustpan wrote it, update dustpan`);
  if ('id' in rule) string(rule.id, at(place, 'id'));
  const known = {
    ...('stats' in rule ? fromStats(rule.stats, at(place, 'stats')) : {}),
    ...('evidence' in rule ? checkEvidence(rule.evidence, at(place, 'evidence')) : {}),
  };
  // The id is computed anew: a rule edited by hand has got another one, and nobody should have to do sums for that.
  return makeRule({
    learner: 'learner' in rule ? oneOf(rule.learner, at(place, 'learner'), LEARNERS) : 'manual',
    hosts: checkHosts(rule.scope, at(place, 'scope')),
    ...checkBody({ match: rule.match, emit: rule.emit }, place),
    ...('directed' in rule && { directed: boolean(rule.directed, at(place, 'directed')) }),
    ...('state' in rule && { state: oneOf(rule.state, at(place, 'state'), STATES) }),
    ...(('evidence' in rule || 'stats' in rule) && { evidence: known }),
    ...('note' in rule && { note: string(rule.note, at(place, 'note')) }),
  });
}

/** `stats`, the short form of evidence that rules written by hand may have. */
function fromStats(value: unknown, place: string): Evidence {
  const { freq, fp, ...rest } = anyObject(value, place);
  return checkEvidence(
    { ...rest, ...(freq !== undefined && { frequency: freq }), ...(fp !== undefined && { falsePairs: fp }) },
    place,
  );
}

function checkHosts(value: unknown, place: string): Scope['hosts'] {
  const { hosts } = fields(value, place, ['hosts']);
  if (hosts === '*') return '*';
  if (!Array.isArray(hosts)) fail(at(place, 'hosts'), `must be "*" or a list of hosts, not ${show(hosts)}`);
  const list = someStrings(hosts, at(place, 'hosts'));
  const odd = list.findIndex((host) => !isHost(host));
  if (odd >= 0) {
    fail(
      `${at(place, 'hosts')}[${odd}]`,
      `is ${show(list[odd])}; give a host without scheme, user, port, path and final dot`,
    );
  }
  return list;
}
