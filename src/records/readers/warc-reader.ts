/** The reader of WARC files: captures as records, pages with a sample of the text that they show. */
import type { Reader } from '../reader.ts';

export const warc: Reader = {
  name: 'warc',
  from: 'bytes',
  recognize({ lines }) {
    return /^WARC\/[01]\.\d/.test(lines[0] ?? '') ? 'it starts with a WARC header' : null;
  },
  // Loaded when needed: the parser of HTML takes a while.
  async open(sink) {
    const [{ openWarc }, { tellCapture }] = await Promise.all([import('./warc/index.ts'), import('./warc-capture.ts')]);
    let isQuiet = false;
    const inner = openWarc({
      record: (record) => tellCapture(sink, record),
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
