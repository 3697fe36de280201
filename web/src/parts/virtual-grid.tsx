/** A table of any length that draws only the rows in view; the page itself scrolls, so it works by touch, wheel and keys alike. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export type GridColumn<Sort extends string> = {
  readonly name: string;
  readonly title: string;
  readonly sort?: Sort;
  readonly isNumber?: boolean;
};

export type VirtualGridProps<Row, Sort extends string> = {
  readonly label: string;
  readonly columns: readonly GridColumn<Sort>[];
  readonly count: number;
  readonly rowHeight: number;
  readonly className?: string;
  readonly sorted?: { readonly by: Sort; readonly direction: 'asc' | 'desc' };
  onSort?(by: Sort): void;
  row(index: number): Row | undefined;
  want(from: number, to: number): void;
  /** The cells of a row, one per column. `focus` goes to the one link or button of the row. */
  cells(row: Row, focus: CellFocus): readonly ComponentChildren[];
};

export type CellFocus = { readonly tabIndex: 0 | -1; readonly 'data-row': number };

/** Rows drawn beyond the view on either side, so that quick scrolling shows no white. */
const OVERSCAN = 8;
/** Rows flown over are not asked for. */
const SETTLED_MS = 60;

export function VirtualGrid<Row, Sort extends string>(props: VirtualGridProps<Row, Sort>) {
  const { count, rowHeight, columns } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [[first, last], setRange] = useState<readonly [number, number]>([0, 30]);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const hadFocus = body.current?.contains(document.activeElement) === true;

  const follow = () => {
    const element = body.current;
    if (element === null) return;
    const above = -element.getBoundingClientRect().top;
    const from = Math.max(0, Math.floor(above / rowHeight) - OVERSCAN);
    const to = Math.min(count - 1, Math.ceil((above + innerHeight) / rowHeight) + OVERSCAN);
    setRange((range) => (range[0] === from && range[1] === to ? range : [from, to]));
  };
  useLayoutEffect(follow, [count, rowHeight]);
  useEffect(() => {
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
    };
  }, [count, rowHeight]);
  useEffect(() => {
    if (count === 0) return undefined;
    const timer = setTimeout(() => props.want(first, Math.max(first, last)), SETTLED_MS);
    return () => clearTimeout(timer);
  });
  useLayoutEffect(() => {
    // Drawing took the focus away, nobody moved it: keys would go nowhere from now on.
    if (hadFocus && document.activeElement === document.body) wantsFocus.current = true;
    if (!wantsFocus.current) return;
    const target = body.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    if (target === null || target === undefined) return;
    wantsFocus.current = false;
    target.focus({ preventScroll: true });
  });

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(innerHeight / rowHeight) - 3);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -count,
      End: count,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, active + step));
    wantsFocus.current = true;
    setActive(next);
    reveal(body.current!, next * rowHeight, rowHeight);
  };

  // The row with the focus stays drawn when it is scrolled away, or the focus would be lost.
  const tabbable = Math.min(active, count - 1);
  const shown = rangeOf(first, Math.min(last, count - 1));
  // In order, for those who have the page read to them, and because an element that is moved loses the focus.
  if (tabbable > last) shown.push(tabbable);
  else if (tabbable >= 0 && tabbable < first) shown.unshift(tabbable);

  const drawn = useRef<Drawn<Row>>(new Map());
  const rowOf = (index: number): VNode => {
    const row = props.row(index);
    const isTabbable = index === tabbable;
    const known = drawn.current.get(index);
    if (known !== undefined && known.row === row && known.isTabbable === isTabbable && known.rowHeight === rowHeight) {
      return known.node;
    }
    const focus: CellFocus = { tabIndex: isTabbable ? 0 : -1, 'data-row': index };
    const node = (
      <tr
        key={index}
        class="grid-row"
        aria-rowindex={index + 2}
        style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
        onFocusIn={() => setActive(index)}
      >
        <Cells columns={columns} cells={row === undefined ? undefined : props.cells(row, focus)} />
      </tr>
    );
    drawn.current.set(index, { row, isTabbable, rowHeight, node });
    return node;
  };
  // Only rows in view are worth keeping.
  for (const index of drawn.current.keys()) if (!shown.includes(index)) drawn.current.delete(index);

  return (
    <table
      class={`grid ${props.className ?? ''}`}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the keys move from row to row.
      role="grid"
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
    >
      <thead class="grid-head">
        <tr class="grid-row" aria-rowindex={1}>
          {columns.map((column) => (
            <HeadCell key={column.name} column={column} {...props} />
          ))}
        </tr>
      </thead>
      <tbody class="grid-body" ref={body} style={{ height: `${count * rowHeight}px` }} onKeyDown={move}>
        {shown.map((index) => rowOf(index))}
      </tbody>
    </table>
  );
}

/** Rows as they were drawn last: one that is the same is not drawn again, so that scrolling costs only the new ones. */
type Drawn<Row> = Map<
  number,
  { readonly row: Row | undefined; readonly isTabbable: boolean; readonly rowHeight: number; readonly node: VNode }
>;

type CellsProps = {
  readonly columns: readonly GridColumn<string>[];
  readonly cells: readonly ComponentChildren[] | undefined;
};

function Cells({ columns, cells }: CellsProps) {
  return (
    <>
      {columns.map(({ name, isNumber }, i) => (
        <td key={name} class={`cell-${name}${isNumber ? ' num' : ''}`}>
          {cells === undefined ? <span class="blank" /> : cells[i]}
        </td>
      ))}
    </>
  );
}

function HeadCell<Row, Sort extends string>({
  column,
  sorted,
  onSort,
}: VirtualGridProps<Row, Sort> & { readonly column: GridColumn<Sort> }) {
  const { name, title, sort, isNumber } = column;
  const isSorted = sort !== undefined && sorted?.by === sort;
  const order = isSorted ? (sorted!.direction === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th
      scope="col"
      class={`cell-${name}${isNumber ? ' num' : ''}`}
      {...(sort === undefined ? {} : { 'aria-sort': order })}
    >
      {sort === undefined ? (
        title
      ) : (
        <button type="button" class="sort" onClick={() => onSort?.(sort)}>
          {title}
          {isSorted ? <span aria-hidden="true">{order === 'ascending' ? '↑' : '↓'}</span> : null}
        </button>
      )}
    </th>
  );
}

/** Scrolls as little as is needed; the sticky heads cover the top. */
function reveal(body: HTMLElement, offset: number, height: number): void {
  const top = body.getBoundingClientRect().top + offset;
  const covered = 130;
  if (top < covered) scrollBy(0, top - covered);
  else if (top + height > innerHeight - 8) scrollBy(0, top + height - innerHeight + 8);
}

function rangeOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
