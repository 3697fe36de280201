/** Checks of the options of clustering as they are written on a command line, and of what is refused. */
import { describe, expect, it } from 'vitest';
import { clusterRecords } from './from-records.ts';
import { parseBy, parseFilters, parseMemory } from './options.ts';

describe('lists', () => {
  it('are read with or without spaces', () => {
    expect(parseBy('digest, sketch')).toEqual(['digest', 'sketch']);
    expect(parseFilters('tiny,soft-404,')).toEqual(['tiny', 'soft-404']);
    expect(() => parseBy('digest,title')).toThrow(
      'there is no evidence "title"; there are digest, sketch, redirect, canonical',
    );
    expect(() => parseFilters('small')).toThrow('there is no filter "small"; there are status, empty, tiny');
  });
});

describe('memory', () => {
  it.each([
    ['2g', 2 * 1024 ** 3],
    ['500M', 500 * 1024 ** 2],
    ['1.5k', 1536],
    ['64KB', 65536],
    ['1000', 1000],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseMemory(text)).toBe(bytes);
  });

  it.each(['', 'g', '0', '-1g', '2x', '1e9'])('%j is refused', (text) => {
    expect(() => parseMemory(text)).toThrow('such as 2g or 500m');
  });
});

describe('clusterRecords', () => {
  it.each([{ by: [] }, { shingles: 0 }, { shingles: 2.5 }, { memory: 0 }, { keep: ['x'] as never[] }])(
    'refuses %j',
    async (options) => {
      await expect(clusterRecords([], options)).rejects.toThrow();
    },
  );
});
