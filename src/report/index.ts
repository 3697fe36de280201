/**
 * Results as pages for people: text out, nothing else. Takes what the pipeline found, gives self-contained HTML.
 * Invariant: pure; no address outside the page; everything that came from data is escaped.
 */
export { type AlignedColumn, alignTexts } from './align-texts.ts';
export { comparisonPage } from './compare-page.ts';
export { comparisonCsv, comparisonText } from './compare-text.ts';
export { replicaComparisonPage } from './replicas-page.ts';
export { replicaComparisonText } from './replicas-text.ts';
export { type SiteReport, sitePage } from './site-page.ts';
