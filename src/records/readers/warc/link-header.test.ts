/** Tests of Link headers: which targets are canonical. */
import { describe, expect, it } from 'vitest';
import { canonicalLinks } from './link-header.ts';

describe('canonicalLinks', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['</x>; rel="canonical"', ['/x']],
    ['</x>;rel=canonical', ['/x']],
    ['< /x >; title="a, b; rel=next"; REL = "next Canonical"', ['/x']],
    ['</x>; rel="next", </y>; rel="canonical", <z>; rel=canonical', ['/y', 'z']],
    ['</x,y;z>; rel=canonical', ['/x,y;z']],
    ['</x>; rel="canonicalize"', []],
    ['</x>; rel=next; rel=canonical', []],
    ['</x>; title="; rel=canonical"', []],
    ['</x>', []],
    ['<>; rel=canonical', []],
    ['/x; rel=canonical', []],
    ['</x; rel=canonical', []],
    ['</x>; rel="canonical', []],
  ])('of %s', (header, expected) => {
    expect(canonicalLinks(header)).toEqual(expected);
  });

  it('takes no time to speak of on nonsense', () => {
    for (const piece of ['<', '<>;', '<a>;b="', ';', '<a>;b = ', ' ', '"']) {
      expect(canonicalLinks(piece.repeat(200_000))).toEqual([]);
    }
  });
});
