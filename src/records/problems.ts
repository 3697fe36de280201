/** What can be wrong with a piece of an input, in words for the user, and how much it says against the input. */

/**
 * `bad`: it is not what the format has, and many of these mean that the format is another one; `unused`: it is, but of no
 * use here; `noted`: a record was given all the same, or none can be expected.
 */
export type ProblemKind = 'bad' | 'unused' | 'noted';

type Problem = { readonly kind: ProblemKind; readonly text: string };

const PROBLEMS: Readonly<Record<string, Problem>> = {
  'no-tab': { kind: 'bad', text: 'no tab' },
  'no-cluster-id': { kind: 'bad', text: 'no cluster id' },
  'no-url': { kind: 'bad', text: 'no URL' },
  'not-a-url': { kind: 'bad', text: 'not a URL' },
  'no-header': { kind: 'bad', text: 'no header before it that names the column url' },
  'not-json': { kind: 'bad', text: 'no JSON' },
  'not-an-object': { kind: 'bad', text: 'JSON that is not an object' },
  'wrong-columns': { kind: 'bad', text: 'not as many columns as the format has' },
  'too-few-columns': { kind: 'bad', text: 'one column where the header names several' },
  'too-many-columns': { kind: 'bad', text: 'more columns than the header names' },
  'open-quote': { kind: 'bad', text: 'a quote that is never closed' },
  'no-sitemap': { kind: 'bad', text: 'no sitemap' },
  'other-sitemap': { kind: 'unused', text: 'the name of another sitemap; it is not fetched, so give that file too' },
  'not-a-page': { kind: 'unused', text: 'not a page, but a request, a note of the archive or a lookup of a name' },
  'not-this-format': { kind: 'bad', text: 'not a line of this log format' },
  'no-fields': { kind: 'bad', text: 'no #Fields line before it' },
  'no-host': { kind: 'bad', text: 'no host name; give it with --host' },
  'no-request-line': { kind: 'unused', text: 'no request' },
  'bad-request-line': { kind: 'unused', text: 'a request that is not HTTP' },
  'other-method': { kind: 'unused', text: 'neither GET nor HEAD' },
  'bad-status': { kind: 'unused', text: 'a status that is no number' },
  'bad-record': { kind: 'bad', text: 'a WARC header that makes no sense' },
  'bad-http-head': { kind: 'bad', text: 'no HTTP answer' },
  'bad-chunking': { kind: 'noted', text: 'chunks that do not fit together; what came before is taken' },
  'bad-encoding': { kind: 'noted', text: 'a compressed body that is damaged' },
  'unknown-encoding': { kind: 'noted', text: 'a body in an encoding that is not known' },
  'body-too-large': { kind: 'noted', text: 'a body too large to be looked at as a whole' },
  'line-too-long': { kind: 'bad', text: 'a line of more than 16 MB' },
  damaged: { kind: 'noted', text: 'damaged, so that the rest is lost' },
  'cut-off': { kind: 'noted', text: 'cut off in the middle' },
};

/** A code that is not in the list speaks for itself. */
export function describeProblem(code: string): Problem {
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code]! : { kind: 'bad', text: code.replaceAll('-', ' ') };
}
