/** Texts under each other, column by column: what is the same is quiet, what differs is marked, and a gap is seen. */
import type { Column } from '../../../src/server/api.ts';
import { partAt, urlParts } from './url-parts.ts';

export type AlignedRow = { readonly label: string; readonly text: string; readonly isResult?: boolean };

export function Aligned({
  rows,
  columns,
}: {
  readonly rows: readonly AlignedRow[];
  readonly columns: readonly Column[];
}) {
  const starts = rows.map(({ text }) => urlParts(text));
  const at = rows.map(() => 0);
  const stacks = columns.map(({ cells, kind }) =>
    rows.map(({ isResult }, row) => {
      const text = cells[row] ?? null;
      const part = partAt(starts[row]!, at[row]!);
      at[row]! += text?.length ?? 0;
      return { text, className: cellClass(text, kind, part, isResult === true) };
    }),
  );
  return (
    <div class="aligned">
      {/* Read out as whole texts: hearing them token by token helps nobody. */}
      <ul class="hidden">
        {rows.map(({ label, text }, i) => (
          <li key={i}>
            {label}: {text}
          </li>
        ))}
      </ul>
      <div class="stacks" aria-hidden="true" translate={false}>
        <span class="stack labels">
          {rows.map(({ label }, i) => (
            <span key={i} class="cell">
              {label}
            </span>
          ))}
        </span>
        {stacks.map((stack, i) => (
          <span key={i} class="stack">
            {stack.map(({ text, className }, row) => (
              <span key={row} class={className}>
                {text ?? '\u00a0'}
              </span>
            ))}
          </span>
        ))}
      </div>
    </div>
  );
}

function cellClass(text: string | null, kind: Column['kind'], part: string, isResult: boolean): string {
  const look = text === null ? 'gap' : `t-${part}${kind === 'differs' ? ' differs' : ''}`;
  return `cell ${look}${isResult ? ' result' : ''}`;
}
