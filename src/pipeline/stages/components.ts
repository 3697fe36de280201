/** What hangs together, in rounds: URLs that share keys become edges, and edges become stars (Kiveris et al. 2014, large-star and small-star). */
import { smallestOf, Union } from '../../clusters/index.ts';
import type { EmitRow, Row, Stage } from './stage.ts';

/** In: nodes by key. Out: an edge from the smallest node of each key to the others, in both directions (`e`), and how many there are. */
export const linkNodes: Stage = {
  name: 'reduce:link',
  kind: 'reduce',
  open(_params, emit) {
    let edges = 0;
    return {
      group(_key, rows) {
        let first: string | null = null;
        for (const node of distinct(rows)) {
          first ??= node;
          if (node === first) continue;
          addEdge(emit, first, node);
          edges++;
        }
      },
      end: () => emit('!edges', '0', edges),
    };
  },
};

/** In: edges, in both directions. Out: larger neighbors of each node, at its smallest neighbor (from the larger one, `e`), and what changed. */
export const largeStar: Stage = {
  name: 'reduce:large-star',
  kind: 'reduce',
  open(_params, emit) {
    let changes = 0;
    return {
      group(key, rows) {
        const node = key.slice(1);
        let least: string | null = null;
        for (const other of distinct(rows)) {
          least ??= smallestOf([other, node]);
          if (other <= node) continue;
          emit(`e${other}`, least, 0);
          if (least !== node) changes++;
        }
      },
      end: () => emit('!changes', '0', changes),
    };
  },
};

/** In: edges from the larger node. Out: a node and its smaller neighbors at the smallest of them, in both directions, and what changed. */
export const smallStar: Stage = {
  name: 'reduce:small-star',
  kind: 'reduce',
  open(_params, emit) {
    let changes = 0;
    return {
      group(key, rows) {
        const node = key.slice(1);
        let least: string | null = null;
        for (const other of distinct(rows)) {
          if (least === null) {
            least = other;
            addEdge(emit, least, node);
            continue;
          }
          changes++;
          addEdge(emit, least, other);
        }
      },
      end: () => emit('!changes', '0', changes),
    };
  },
};

/** In: edges of stars, in both directions. Out: the root of every node but the roots themselves. */
export const starRoots: Stage = {
  name: 'map:star-roots',
  kind: 'map',
  open(_params, emit) {
    return {
      row({ k, s }) {
        const node = k.slice(1);
        if (s < node) emit(`r${node}`, '1', s);
      },
    };
  },
};

/** In: edges. Out: the same, all under one key: for edges that fit into one process. */
export const gatherEdges: Stage = {
  name: 'map:gather-edges',
  kind: 'map',
  open(_params, emit) {
    return {
      row({ k, s }) {
        const node = k.slice(1);
        if (node < s) emit('g', node, s);
      },
    };
  },
};

/** In: all edges under one key. Out: the root of every node but the roots themselves. */
export const uniteEdges: Stage = {
  name: 'reduce:unite-edges',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(_key, rows) {
        const numbers = new Map<string, number>();
        const pairs: number[] = [];
        const numberOf = (node: string) => {
          const known = numbers.get(node) ?? numbers.size;
          numbers.set(node, known);
          return known;
        };
        for (const { s, v } of rows) pairs.push(numberOf(s), numberOf(JSON.parse(v) as string));
        const union = new Union(numbers.size);
        for (let i = 0; i < pairs.length; i += 2) union.join(pairs[i]!, pairs[i + 1]!);
        const names = [...numbers.keys()];
        for (const [node, number] of numbers) {
          const root = names[union.root(number)]!;
          if (root !== node) emit(`r${node}`, '1', root);
        }
      },
    };
  },
};

/** In: roots and records, both by URL. Out: records by root. */
export const placeRecords: Stage = {
  name: 'reduce:place',
  kind: 'reduce',
  open(_params, _emit, pass) {
    return {
      group(key, rows) {
        const node = key.slice(1);
        let root = node;
        for (const { s, v } of rows) {
          if (s === '1') root = JSON.parse(v) as string;
          else pass(root, node, v);
        }
      },
    };
  },
};

export function addEdge(emit: EmitRow, a: string, b: string): void {
  emit(`e${a}`, b, 0);
  emit(`e${b}`, a, 0);
}

/** Rows of a key come in order, so equal ones are neighbors. */
function* distinct(rows: Iterable<Row>): Generator<string> {
  let last: string | null = null;
  for (const { s } of rows) {
    if (s === last) continue;
    last = s;
    yield s;
  }
}
