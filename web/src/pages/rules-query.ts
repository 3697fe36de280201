/** The filters of the rules table as they stand in the address, so that a view can be sent to someone. */
import type { Direction, RuleSort } from '../../../src/server/api.ts';

export type RulesView = {
  readonly q: string;
  readonly host: string;
  readonly learner: string;
  readonly family: string;
  readonly state: string;
  /** `low-high` of the chosen band. */
  readonly minRisk: string;
  readonly maxRisk: string;
  readonly sort: RuleSort;
  readonly direction: Direction;
};

const SORTS: readonly RuleSort[] = [
  'order',
  'text',
  'host',
  'learner',
  'family',
  'state',
  'support',
  'risk',
  'falsePairs',
];

export function rulesView(query: URLSearchParams): RulesView {
  const text = (name: string) => query.get(name) ?? '';
  const sort = SORTS.find((name) => name === query.get('sort')) ?? 'order';
  return {
    q: text('q'),
    host: text('host'),
    learner: text('learner'),
    family: text('family'),
    state: text('state'),
    minRisk: text('minRisk'),
    maxRisk: text('maxRisk'),
    sort,
    direction: query.get('direction') === 'desc' ? 'desc' : 'asc',
  };
}

/** The address without what is usual. */
export function viewQuery(view: RulesView): Record<string, string> {
  const { sort, direction, ...filters } = view;
  return {
    ...filters,
    sort: sort === 'order' ? '' : sort,
    direction: direction === 'asc' ? '' : direction,
  };
}

/** Only what narrows the list. */
export function filterOf(view: RulesView): Record<string, string> {
  const { sort: _, direction: __, ...filters } = view;
  return filters;
}

/** Bands of risk that people choose from; risk is the expected share of wrong merges. */
export const RISK_BANDS: readonly { readonly label: string; readonly minRisk: string; readonly maxRisk: string }[] = [
  { label: 'up to 1 %', minRisk: '', maxRisk: '0.01' },
  { label: '1 to 5 %', minRisk: '0.01', maxRisk: '0.05' },
  { label: '5 to 20 %', minRisk: '0.05', maxRisk: '0.2' },
  { label: 'over 20 %', minRisk: '0.2', maxRisk: '' },
];
