/** Nutch's typed plugins: one flat file each for hosts and for schemes. Each expresses little, and that cheaply. */
import type { Op, Rule } from '../../rules/index.ts';
import type { ExportContext, Exporter, Refusal } from '../exporter.ts';
import { namedHostsProblem, refuseSecondOfFirst, simulateRules } from './by-list.ts';

type Typed = Pick<Exporter, 'refuse' | 'render' | 'simulate'> & {
  refuseTogether(context: ExportContext): Refusal[];
};

export const typedNutchForms: Readonly<Record<string, Typed>> = {
  hosts: typed('host', ({ scope }, { from, to }) =>
    from.filter((host) => scope.hosts === '*' || scope.hosts.includes(host)).map((host) => `${host} ${to}`),
  ),
  protocols: typed('scheme', ({ scope }, { to }) =>
    scope.hosts === '*' ? [] : scope.hosts.map((host) => `${host}\t${to}`),
  ),
};

function typed<K extends Op['op']>(kind: K, lines: (rule: Rule, op: Extract<Op, { op: K }>) => string[]): Typed {
  const operation = ({ emit }: Rule) =>
    emit.view === 'edit' && emit.op.op === kind ? (emit.op as Extract<Op, { op: K }>) : null;
  return {
    refuse(rule) {
      const { match } = rule;
      if (operation(rule) === null) return `this file has only ${kind} rules`;
      if (match.view === 'edit' && match.when.length + match.unless.length > 0) return 'this file knows no conditions';
      return kind === 'host' ? null : namedHostsProblem(rule);
    },
    refuseTogether: (context) => [...refuseSecondOfFirst(context), ...refuseChained(context)],
    render({ stages }) {
      const all = stages
        .flatMap(({ rules }) => rules)
        .flatMap((rule) => {
          const op = operation(rule);
          return op === null ? [] : lines(rule, op);
        });
      return ['# Written by "dustpan export".', ...all, ''].join('\n');
    },
    simulate: simulateRules,
  };
}

/** The file is looked at once, so an alias must not lead to another alias. */
function refuseChained({ stages }: ExportContext): Refusal[] {
  const rules = stages.flatMap((stage) => stage.rules);
  const from = new Set(
    rules.flatMap(({ emit }) => (emit.view === 'edit' && emit.op.op === 'host' ? emit.op.from : [])),
  );
  return rules
    .filter(({ emit }) => emit.view === 'edit' && emit.op.op === 'host' && from.has(emit.op.to))
    .map((rule) => ({ rule, reason: 'it leads to a host that is itself an alias, and the target looks only once' }));
}
