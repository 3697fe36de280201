/** Every reader keeps the contract, and every format has a reader. */
import { describe, expect, it } from 'vitest';
import { readerContract } from '../reader.contract.case.ts';
import { FORMATS } from '../reader.ts';
import { readerSamples } from '../reader-samples.case.ts';
import { readers } from './registry.ts';

describe('the registry', () => {
  it('has one reader for each format', () => {
    expect(readers.map(({ name }) => name).toSorted()).toEqual([...FORMATS].toSorted());
  });

  it('has a sample for each reader of bytes', () => {
    const byBytes = readers.filter(({ from }) => from === 'bytes').map(({ name }) => name);
    expect(readerSamples.map(({ format }) => format).toSorted()).toEqual(byBytes.toSorted());
  });
});

for (const reader of readers) {
  if (reader.from !== 'bytes') continue;
  const sample = readerSamples.find(({ format }) => format === reader.name);
  if (sample) readerContract(reader, sample, readers);
}
