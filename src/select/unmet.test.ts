/** Changes stay out of folders where they were never seen to join anything. */
import { describe, expect, it } from 'vitest';
import { pages, textsOf } from './sites.case.ts';

describe('choosing', () => {
  it('keeps a rule out of folders where it changes many addresses and was never seen to join any', () => {
    const commits = pages(4, (name) => [`http://a.com/commit/${name}`, `http://a.com/commit/${name.toUpperCase()}`]);
    const wiki = pages(60, (name) => [`http://a.com/wiki/Page${name.toUpperCase()}`]);
    expect(textsOf(commits).join()).toMatch(/ E => lowerPath\(.*\)$/);
    expect(textsOf([...commits, ...wiki]).join()).toMatch(/ E !path\^=\/wiki\/ => lowerPath\(.*\)$/);
  });
});
