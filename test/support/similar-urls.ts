/** URLs that differ in what a few well-known rules change, so that most of them meet. */
import fc from 'fast-check';

export const arbSimilarUrl = fc
  .tuple(
    fc.constantFrom('http://', 'HTTP://'),
    fc.constantFrom('a.com', 'www.a.com', 'b.com'),
    fc.constantFrom('', '/', '/a', '/b', '/%61', '/a/', '/a/index.html', '/b/index.html'),
    fc.constantFrom('', '', '?sid=1', '?sid=2'),
  )
  .map((parts) => parts.join(''));
