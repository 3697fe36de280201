/** A choice among the values that rules have, with how many rules each leaves. */
import type { Facet } from '../../../src/server/api.ts';
import { grouped } from '../parts/format.ts';

export type FilterSelectProps = {
  readonly label: string;
  readonly value: string;
  readonly facets: readonly Facet[] | undefined;
  onChange(value: string): void;
};

export function FilterSelect({ label, value, facets = [], onChange }: FilterSelectProps) {
  const isKnown = value === '' || facets.some((facet) => facet.value === value);
  return (
    <label class="field">
      <span>{label}</span>
      <select class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">any</option>
        {isKnown ? null : <option value={value}>{value}</option>}
        {facets.map((facet) => (
          <option key={facet.value} value={facet.value}>
            {facet.value} ({grouped(facet.count)})
          </option>
        ))}
      </select>
    </label>
  );
}
