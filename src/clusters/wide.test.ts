/** Checks of wide groups that come from elsewhere. */
import { describe, expect, it } from 'vitest';
import { withWide } from './wide.ts';

describe('withWide', () => {
  it('gives the groups of another clustering', () => {
    const clusters = [
      { id: '1', urls: ['a', 'b'] },
      { id: '2', urls: ['c'] },
      { id: '3', urls: ['d'] },
      { id: 'w', urls: ['e'] },
    ];
    const wide = [
      { id: 'w', urls: ['a', 'c'] },
      { id: 'v', urls: ['d', 'elsewhere'] },
    ];
    expect(withWide(clusters, wide).map((cluster) => cluster.wide)).toEqual([['w', 'w'], ['w'], ['v'], ['cluster w']]);
  });
});
