/** The reader of WARC files: captures as records, with a sketch of the text that a page shows. */
import { cleanText, sketch } from '../page/index.ts';
import type { CrawlRecord, Reader, Sink } from '../reader.ts';
import { plainDigest } from './columns/index.ts';
import type { WarcRecord } from './warc/index.ts';

export const warc: Reader = {
  name: 'warc',
  from: 'bytes',
  recognize({ lines }) {
    return /^WARC\/[01]\.\d/.test(lines[0] ?? '') ? 'it starts with a WARC header' : null;
  },
  // Loaded when needed: the parser of HTML takes a while.
  async open(sink) {
    const { openWarc } = await import('./warc/index.ts');
    let isQuiet = false;
    const inner = openWarc({
      record: (record) => tell(sink, record),
      problem: (code, example) => {
        if (!isQuiet) sink.problem(code, example);
      },
    });
    return {
      push: (chunk) => inner.push(chunk),
      end(wasCut) {
        isQuiet = wasCut;
        inner.end();
      },
    };
  },
};

function tell(sink: Sink, warcRecord: WarcRecord): void {
  const { kind, text, refersTo: _refersTo, truncated: _truncated, digest, ...rest } = warcRecord;
  const record: { -readonly [F in keyof CrawlRecord]: CrawlRecord[F] } = { ...rest };
  if (digest !== undefined) record.digest = plainDigest(digest);
  // As indexes of archives name it: the answer was met before.
  if (kind === 'revisit') record.type = 'warc/revisit';
  const values = text === undefined ? '-' : sketch(cleanText(text, { url: record.url }));
  if (values !== '-') record.sketch = values;
  sink.record(record);
}
