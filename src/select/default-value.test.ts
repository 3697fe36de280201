/** Of a parameter with a default only what was seen is left out. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { pages, textsOf } from './sites.case.ts';

describe('choosing of a parameter with a default', () => {
  const OF = 'http://a.com/';
  /** English is the default and Japanese falls back to it; `french` pages are translated. */
  const site = (japanese: number, french: number): Cluster[] => [
    ...pages(60, (name, page) => [
      `${OF}${name}`,
      ...(page < 40 ? [`${OF}${name}?lang=en`] : []),
      ...(page < japanese ? [`${OF}${name}?lang=ja`] : []),
    ]),
    ...pages(french, (name) => [`${OF}${name}?lang=fr`]).map(({ urls }, i) => ({ id: `f${i}`, urls })),
  ];

  it('takes a second value only for what an alias would need where other values make other pages', () => {
    expect(textsOf(site(12, 20))).toEqual(['@{a.com} E => dropParam(lang,value=en)']);
  });

  it('takes all values where none makes another page', () => {
    expect(textsOf(site(12, 0))).toEqual(['@{a.com} E => dropParam(lang)']);
  });

  it('takes only the default where no other value was seen to make no difference', () => {
    const german = pages(20, (name) => [`${OF}${name}y?lang=de`]).map(({ urls }, i) => ({ id: `g${i}`, urls }));
    expect(textsOf([...site(0, 0), ...german])).toEqual(['@{a.com} E => dropParam(lang,value=en)']);
  });

  it('takes only the values that were seen to make no difference where most addresses with others say nothing', () => {
    const german = pages(40, (name) => [`${OF}${name}y?lang=de`]).map(({ urls }, i) => ({ id: `g${i}`, urls }));
    const fallen = pages(6, (name, page) => [`${OF}${name}z`, `${OF}${name}z?lang=${page < 3 ? 'it' : 'pt'}`]);
    const more = fallen.map(({ urls }, i) => ({ id: `m${i}`, urls }));
    const drop = (value: string) => `@{a.com} E => dropParam(lang,value=${value})`;
    expect(textsOf([...site(0, 0), ...german, ...more])).toEqual(['en', 'it', 'pt'].map(drop));
  });
});
