/** The drawings of the explorer as data: URL parts, tracks of rules, places of boxes, addresses of pages. */
import { describe, expect, it } from 'vitest';
import { parseRule } from '../../../src/rules/index.ts';
import { layOut } from '../../../web/src/draw/layout.ts';
import { ruleTracks } from '../../../web/src/draw/rule-track.ts';
import { scaleTo } from '../../../web/src/draw/scale.ts';
import type { Track } from '../../../web/src/draw/track.ts';
import { coloredPieces } from '../../../web/src/draw/url-parts.ts';

describe('colored pieces of a URL', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      'http://a.com/b/c?d=1&e=2;f#g',
      'scheme http://|host a.com|path /b/c|scheme ?|name d|scheme =|value 1|scheme &|name e|scheme =|value 2|scheme ;|name f|scheme #g',
    ],
    ['a.com/b', 'host a.com|path /b'],
    ['http://a.com?x', 'scheme http://|host a.com|scheme ?|name x'],
    ['http://a.com/?a=b=c', 'scheme http://|host a.com|path /|scheme ?|name a|scheme =|value b=c'],
    ['', ''],
    ['<script>', 'host <script>'],
  ];
  it.each(cases)('%s', (url, expected) => {
    const pieces = coloredPieces(url);
    expect(pieces.map(({ text, part }) => `${part} ${text}`).join('|')).toBe(expected);
    expect(pieces.map(({ text }) => text).join('')).toBe(url);
  });
});

/** `lit[caption] any#1 (a/b) perhaps(…)`. */
function text(tracks: readonly Track[]): string {
  const one = (track: Track): string => {
    switch (track.kind) {
      case 'box':
        return `${track.box}:${track.text}${track.caption === undefined ? '' : `[${track.caption}]`}${track.capture === undefined ? '' : `#${track.capture}`}`;
      case 'seq':
        return track.items.map(one).join(' ');
      case 'choice':
        return `(${track.options.map(one).join('/')})`;
      case 'optional':
        return `perhaps(${one(track.item)})`;
    }
  };
  return tracks.map(one).join(' ');
}

describe('tracks of a rule', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      '@* T ^<a>://(www.)?*/(x|y)$ => $1://lower($2)/\\*',
      'any:letters#1 lit::// perhaps(lit:www.) any:any text#2 lit:/ (lit:x/lit:y)',
      'any:as matched#1 out::// any:in lower case#2 out:/ out:*[any value]',
    ],
    [
      "@* K path[1]=b path[-1]=* query[sid]=<n> host in (a.com|b.com) #path=2 ?exact => query[sid]:=⊥ host:='c.com'",
      '(lit:a.com[host]/lit:b.com) lit:b[path[1]] any:any value[path[-1]] any:digits[query[sid]] cond:2[path components] not:other parameters[no]',
      'out:c.com[host] gone:query[sid][removed] any:all else as it is',
    ],
    [
      '@* S "/index.html$" => "$"',
      'any:any text#1 lit:/index.html[at the end]',
      'any:any text#1 gone:/index.html[removed]',
    ],
    [
      '@* E path^=/shop/ !param=id => dropParam(ref)',
      'cond:path /shop/…[if] not:has id[unless] any:… lit:ref=…[parameter] any:…',
      'any:… gone:ref=…[removed] any:…',
    ],
    ['@* E => host(a.com,b.com -> c.com)', '(lit:a.com[host]/lit:b.com) any:…', 'out:c.com[host] any:…'],
  ];
  it.each(cases)('%s', (rule, match, result) => {
    const tracks = ruleTracks(parseRule(rule));
    expect(text(tracks.match)).toBe(match);
    expect(text(tracks.result)).toBe(result);
  });
});

describe('places of boxes', () => {
  const rule = parseRule(
    '@* T ^*://(www.)?*.*/(wiki|index.php|a-very-long-alternative-that-fills-a-row)/*$ => $1://$2.$3/w/$4',
  );
  const tracks = ruleTracks(rule).match;
  it.each([320, 400, 700, 1200])('nothing overlaps and nothing leaves a width of %i', (width) => {
    const { boxes, height, width: drawn } = layOut(tracks, width);
    expect(drawn).toBeLessThanOrEqual(width + 1);
    for (const [i, a] of boxes.entries()) {
      expect(a.y + 14).toBeLessThanOrEqual(height);
      expect(a.y - 14).toBeGreaterThanOrEqual(0);
      for (const b of boxes.slice(i + 1)) {
        const isApart = Math.abs(a.y - b.y) >= 28 || a.x + a.width <= b.x || b.x + b.width <= a.x;
        expect(isApart, `${a.text} and ${b.text}`).toBe(true);
      }
    }
  });
  it('breaks into rows only when it must', () => {
    const rows = (width: number) => layOut(tracks, width).height;
    expect(rows(320)).toBeGreaterThan(rows(2000));
  });
  it('cuts a literal that no row can hold without losing a character', () => {
    const long = 'x'.repeat(300);
    const { boxes } = layOut([{ kind: 'box', box: 'lit', text: long }], 400);
    expect(boxes.map((placed) => placed.text).join('')).toBe(long);
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeLessThanOrEqual(400);
  });
});

describe('scales', () => {
  it.each([0, 0.3, 1, 7, 166, 98_765])('end at a round number at or above %d', (largest) => {
    const { ticks, at } = scaleTo(largest, 0, 100, 5);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    expect(at(ticks.at(-1)!)).toBeCloseTo(100);
    expect(ticks.length).toBeLessThanOrEqual(8);
  });
});
