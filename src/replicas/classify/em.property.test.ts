/** Incremental training against training from scratch, on random examples. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { POSITIVE } from './count-table.ts';
import { runEm } from './em.ts';
import { plainAlpha, plainEm } from './em-plain.case.ts';
import { paretoRanking } from './pareto.ts';

const examples = fc.integer({ min: 1, max: 4 }).chain((features) =>
  fc.record({
    features: fc.constant(features),
    mode: fc.constantFrom('PU' as const, 'NU' as const),
    // Rows of the known class resemble each other, or no label would ever move.
    data: fc.array(
      fc.record({
        row: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: features, maxLength: features }),
        noise: fc.array(fc.nat({ max: 3 }), { minLength: features, maxLength: features }),
        isAlike: fc.boolean(),
        isKnown: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  }),
);

it('moves the same labels in the same order as counting anew at every step, and ends with the same table', () => {
  let moved = 0;
  fc.assert(
    fc.property(examples, ({ features, mode, data }) => {
      const rows = data.map(({ row, noise, isAlike }) => row.map((item, f) => (isAlike && noise[f]! > 0 ? 0 : item)));
      const isKnown = data.map((example) => example.isKnown && example.isAlike);
      const found = runEm({
        mode,
        features,
        items: Int32Array.from(rows.flat()),
        isKnown: Uint8Array.from(isKnown, Number),
      });
      const plain = plainEm(mode, rows, isKnown);
      expect(Array.from(found.labels, (label) => (label === POSITIVE ? '+' : '-'))).toEqual(plain.labels);
      expect(found.moves).toEqual(plain.moves);
      expect(found.passes).toBe(plain.passes);
      moved += found.moves.length;
      for (const row of rows) {
        expect(found.alphaOf(row)).toBeCloseTo(plainAlpha(plain.data, row, (1 << features) - 1), 12);
      }
    }),
    { seed: 7, numRuns: 250 },
  );
  // Otherwise nothing was compared.
  expect(moved).toBeGreaterThan(100);
});

it('ranks by Pareto fronts as the definition says', () => {
  const score = fc.integer({ min: 0, max: 5 }).map((n) => n / 5);
  fc.assert(
    fc.property(fc.array(fc.tuple(score, score), { maxLength: 40 }), (points) => {
      const { front, dominated, order } = paretoRanking(
        Float64Array.from(points, ([a]) => a),
        Float64Array.from(points, ([, b]) => b),
      );
      const beats = (x: readonly number[], y: readonly number[]) =>
        x[0]! >= y[0]! && x[1]! >= y[1]! && (x[0]! > y[0]! || x[1]! > y[1]!);
      const plainFront = new Array<number>(points.length).fill(-1);
      for (let f = 0, left = points.map((_, i) => i); left.length > 0; f++) {
        const undominated = left.filter((i) => !left.some((j) => beats(points[j]!, points[i]!)));
        for (const i of undominated) plainFront[i] = f;
        left = left.filter((i) => plainFront[i] === -1);
      }
      expect(Array.from(front)).toEqual(plainFront);
      expect(Array.from(dominated)).toEqual(points.map((x) => points.filter((y) => beats(x, y)).length));
      expect(Array.from(order).sort((a, b) => a - b)).toEqual(points.map((_, i) => i));
    }),
    { seed: 7, numRuns: 300 },
  );
});
