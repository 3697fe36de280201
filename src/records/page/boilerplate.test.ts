/** Tests of the frame of a site: what it is, that the order of pages does not matter, and what sketches are without it. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../base/index.ts';
import { frameOf, SiteSample } from './boilerplate.ts';
import { SAMPLE, sampleOf } from './sample.ts';
import { shinglesOf } from './shingles.ts';
import { resemblance, sketch, sketchSample } from './sketch.ts';

const random = createRandom(1);
const text = (length: number) => Array.from({ length }, () => `w${random.below(5000)}`);
const sorted = (values: Iterable<number>) => [...values].sort((a, b) => a - b);

const frame = text(30);
const frameShingles = sorted(shinglesOf(frame));
const pages = Array.from({ length: 10 }, () => [...frame, ...text(100)]);
const frameOfTexts = (texts: readonly string[][]) => frameOf(texts.map(sampleOf));

describe('the frame of a site', () => {
  it('is what stands on most pages', () => {
    expect(sorted(frameOfTexts(pages))).toEqual(frameShingles);
  });

  it('needs eight pages', () => {
    expect(frameOfTexts(pages.slice(0, 7)).size).toBe(0);
    expect(frameOfTexts(pages.slice(0, 8)).size).toBe(21);
  });

  it('is not what stands on half of them', () => {
    expect(frameOfTexts([...pages.slice(0, 5), ...Array.from({ length: 5 }, () => text(50))]).size).toBe(0);
  });

  it('counts a page once, however often it repeats itself', () => {
    const loud = Array.from({ length: 40 }, () => 'again');
    expect(frameOfTexts([...pages.slice(0, 9), loud]).has(shinglesOf(loud)[0]!)).toBe(false);
  });

  it('is found on long pages as far as their samples reach, and asks only pages that reach so far', () => {
    const long = Array.from({ length: 10 }, () => [...frame, ...text(3000)]);
    const found = frameOfTexts(long);
    const reach = Math.min(...long.map((words) => sampleOf(words)[SAMPLE - 1]!));
    expect(sorted(found).filter((shingle) => shingle <= reach)).toEqual(
      frameShingles.filter((shingle) => shingle <= reach),
    );
    // Long pages do not tell the others that a shingle is missing.
    expect(sorted(frameOfTexts([...long, ...pages]))).toEqual(frameShingles);
  });
});

describe('SiteSample', () => {
  const many = Array.from({ length: 200 }, (_, i) => sampleOf([...(i % 10 < 7 ? frame : text(30)), ...text(50)]));
  const frameIn = (samples: readonly Uint32Array[]) => {
    const site = new SiteSample();
    for (const sample of samples) site.add(sample);
    return sorted(site.frame());
  };

  it('finds the frame in some of the pages, whatever their order', () => {
    expect(frameIn(many)).toEqual(frameShingles);
    expect(frameIn(many.toReversed())).toEqual(frameShingles);
  });

  it('counts pages of equal text once', () => {
    const same = sampleOf(text(50));
    const few = pages.slice(0, 6).map(sampleOf);
    expect(frameIn([...few, ...Array.from({ length: 50 }, () => same)])).toEqual([]);
    expect(frameIn([...pages.map(sampleOf), ...Array.from({ length: 50 }, () => same)])).toEqual(frameShingles);
  });
});

describe('a sketch without the frame', () => {
  const leaveOut = frameOfTexts(pages);
  const withoutFrame = (words: readonly string[]) => sketchSample(sampleOf(words), 32, leaveOut);

  it('is of the page itself', () => {
    const [a, b] = [pages[0]!, pages[1]!];
    expect(resemblance(sketch(a), sketch(b))).toBeGreaterThan(0);
    expect(resemblance(withoutFrame(a), withoutFrame(b))).toBe(0);
  });

  it('is the same for a page that is shown without its frame, but for the words where they meet', () => {
    const content = text(400);
    expect(resemblance(sketch([...frame, ...content]), sketch(content))).toBeLessThan(0.99);
    const [framed, bare] = [withoutFrame([...frame, ...content]), withoutFrame(content)];
    expect(resemblance(framed, bare)).toBeGreaterThan(0.9);
  });

  it('of a page that has nothing else is none', () => {
    expect(withoutFrame(frame)).toBe('-');
  });
});

describe('sampleOf', () => {
  it.each([0, 11, 500, 521, 522, 6000])('%i words has the smallest different shingles', (length) => {
    const words = text(length);
    const expected = sorted(new Set(shinglesOf(words))).slice(0, SAMPLE);
    expect([...sampleOf(words)]).toEqual(expected);
  });

  it.each([1, 9, 10])('of %i words has two numbers', (length) => {
    const sample = sampleOf(text(length));
    expect(sample).toHaveLength(2);
    expect(sample[0]).toBeLessThan(sample[1]!);
  });

  it('of a text that repeats itself has all of them', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i % 600}`);
    expect(sampleOf(words)).toHaveLength(SAMPLE);
    expect(sampleOf(words.map((_, i) => `w${i % 300}`))).toHaveLength(300);
  });
});
