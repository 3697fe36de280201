/**
 * Pages: bytes of HTML, XML or plain text in; text, title, canonical address, words and sketches out.
 * Invariant: pure, never throws on any bytes or text, takes time linear in them.
 */
export { frameOf, MIN_PAGES, SiteSample } from './boilerplate.ts';
export { type CleanOptions, cleanText } from './clean-text.ts';
export { believedCanonical, kindOfType, type Page, type PageKind, readPage } from './page.ts';
export { resolveUrl } from './resolve.ts';
export { sampleOf } from './sample.ts';
export { shinglesOf } from './shingles.ts';
export { resemblance, sketch, sketchSample } from './sketch.ts';
export { sketchOpaque } from './sketch-opaque.ts';
export { countWords, wordsOf } from './words.ts';
